import type { ReactNode } from 'react';
import { ChoiceField } from '../form/choice-field.tsx';
import { DayField } from '../form/day-field.tsx';
import { SearchField } from './search-field.tsx';

/** The active filters of a list by name. */
export interface FilteredList<Name extends string> {
  filters: Partial<Record<Name, string>>;
  /** Sets filters, and removes those given as undefined. */
  setFilters: (changes: { [K in Name]?: string | undefined }) => void;
  clearFilters: () => void;
}

interface FilterProps<Name extends string> {
  list: FilteredList<Name>;
  /** The filter that the field edits. */
  name: NoInfer<Name>;
  label: string;
}

const setFilter = <Name extends string>(list: FilteredList<Name>, name: Name, value: string | undefined) =>
  list.setFilters({ [name]: value } as { [K in Name]?: string | undefined });

/** A filter by text. */
export function SearchFilter<Name extends string>({
  list,
  name,
  ...field
}: FilterProps<Name> & { width?: number }): ReactNode {
  return (
    <SearchField
      {...field}
      value={list.filters[name] ?? ''}
      onChange={(text) => setFilter(list, name, text)}
    />
  );
}

/** A filter by one of a few choices. */
export function ChoiceFilter<Name extends string>({
  list,
  name,
  ...field
}: FilterProps<Name> & {
  choices: readonly { value: string; label: string }[];
  /** Label of the empty option. */
  none?: string;
}): ReactNode {
  return (
    <ChoiceField {...field} value={list.filters[name]} onChange={(choice) => setFilter(list, name, choice)} />
  );
}

/** A filter by a day. */
export function DayFilter<Name extends string>({ list, name, label }: FilterProps<Name>): ReactNode {
  return <DayField label={label} value={list.filters[name]} onChange={(day) => setFilter(list, name, day)} />;
}
