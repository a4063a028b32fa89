import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { TypeDraft } from './field-draft.ts';

export interface KindFieldsProps<Definition extends FieldDefinition = FieldDefinition> {
  type: RecordType;
  ofType: TypeDraft;
  field: Definition;
  /** Validation errors by property. */
  problems: Readonly<Record<string, string | undefined>>;
  change: (part: object) => void;
}

/** A select field with an error below. */
export const ChoiceWithError = ({
  label,
  choices,
  value,
  error,
  onChange,
}: {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}): ReactNode => (
  <SelectField
    label={label}
    choices={choices}
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
);
