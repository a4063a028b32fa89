import type { ReactNode } from 'react';
import { CheckList } from '../../ui/form/check-list.tsx';
import { ChoiceInput } from '../../ui/form/choice-input.tsx';
import type { InputProps } from '../../ui/form/input-props.ts';
import { offeredItems, useListNames, useValueList } from '../api/queries/use-values.ts';

/** The items of the value list with a name. Empty while loading. */
export function useListItems(list: string) {
  const id = useListNames().data?.records.find(({ name }) => name === list)?.id ?? 0;
  return useValueList(id).data?.configuration.items ?? [];
}

const toLabel = ({ caption, category }: { caption: string; category: string | null }): string =>
  category === null ? caption : `${category}: ${caption}`;

/** A select field for an item of a value list. The value is its id. */
export function ListItemInput({
  list,
  value,
  onChange,
  ...input
}: InputProps<number | null> & { list: string }): ReactNode {
  const items = offeredItems(useListItems(list), ({ id }) => id === value);
  return (
    <ChoiceInput
      {...input}
      choices={items.map((item) => ({ value: String(item.id), label: toLabel(item) }))}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}

/** A multiple choice of items of a value list. The value is their ids in ascending order. */
export function ListItemsInput({
  list,
  label,
  hint,
  error,
  readOnly,
  value,
  onChange,
}: InputProps<number[] | null> & { list: string }): ReactNode {
  const chosen = value ?? [];
  const items = offeredItems(useListItems(list), ({ id }) => chosen.includes(id));
  const below = error ?? hint;
  return (
    <CheckList
      label={label}
      {...(below === undefined ? {} : { hint: below })}
      disabled={readOnly ?? false}
      choices={items.map((item) => ({ value: String(item.id), label: toLabel(item) }))}
      value={chosen.map(String)}
      onChange={(next) =>
        onChange(next.length === 0 ? null : next.map(Number).toSorted((one, other) => one - other))
      }
    />
  );
}
