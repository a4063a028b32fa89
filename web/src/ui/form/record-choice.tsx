import type { ReactNode } from 'react';
import { CheckList } from './check-list.tsx';
import { SelectField } from './select-field.tsx';

interface Named {
  id: number;
  name: string;
}

/** A choice of one of a few records, by id. */
export const RecordChoice = ({
  records,
  none,
  value,
  onChange,
  ...field
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  records: readonly Named[];
  /** Label of the option for null. */
  none: string;
  value: number | null;
  onChange: (id: number | null) => void;
}): ReactNode => (
  <SelectField
    {...field}
    choices={[
      { value: '', label: none },
      ...records.map(({ id, name }) => ({ value: String(id), label: name })),
    ]}
    value={value ?? ''}
    onChange={({ target }) => onChange(Number(target.value) || null)}
  />
);

/** A choice of several of a few records, by id. */
export const RecordChoices = ({
  label,
  hint,
  records,
  value,
  readOnly = false,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  records: readonly Named[];
  value: readonly number[];
  readOnly?: boolean;
  onChange: (ids: number[]) => void;
}): ReactNode => (
  <CheckList
    label={label}
    hint={hint}
    choices={records.map(({ id, name }) => ({ value: String(id), label: name }))}
    value={value.map(String)}
    disabled={readOnly}
    onChange={(ids) => onChange(ids.map(Number))}
  />
);
