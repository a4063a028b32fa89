import type { ReactNode } from 'react';
import { offeredItems, useValueList } from '../../shared/api/queries/use-values.ts';
import { SelectField } from '../../ui/form/select-field.tsx';

/** Chooses the default item of a list field. */
export function DefaultItem({
  listId,
  value,
  onChange,
}: {
  listId: number;
  value: number | null;
  onChange: (value: number | null) => void;
}): ReactNode {
  const items = useValueList(listId).data?.configuration.items ?? [];
  return (
    <SelectField
      label="Default"
      choices={[
        { value: '', label: 'None' },
        ...offeredItems(items, ({ id }) => id === value).map(({ id, caption }) => ({
          value: String(id),
          label: caption,
        })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
