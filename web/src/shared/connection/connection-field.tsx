import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useConnectionChoices } from '../api/queries/use-connection-choices.ts';

/** A select field for the connection that receives the work requests of a record. */
export function ConnectionField({
  value,
  none,
  hint,
  onChange,
}: {
  value: number | null;
  /** Label of the empty option. */
  none: string;
  hint?: string;
  onChange(id: number | null): void;
}): ReactNode {
  const choices = (useConnectionChoices().data ?? []).filter(
    ({ id, system }) => system !== null || id === value,
  );
  return (
    <SelectField
      label="Connection for work requests"
      hint={hint}
      value={value === null ? '' : String(value)}
      choices={[
        { value: '', label: none },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        // While the choices are loading.
        ...(value === null || choices.some(({ id }) => id === value)
          ? []
          : [{ value: String(value), label: '…' }]),
      ]}
      onChange={(event) => onChange(Number(event.target.value) || null)}
    />
  );
}

/** Shows the name of a connection, given its id. */
export function ConnectionName({ id }: { id: number | null }): ReactNode {
  const { data } = useConnectionChoices();
  return id === null ? '' : (data?.find((one) => one.id === id)?.name ?? '…');
}
