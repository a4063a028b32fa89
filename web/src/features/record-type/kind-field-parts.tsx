import Box from '@mui/material/Box';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { TypeDraft } from './field-draft.ts';

export interface KindFieldsProps<Definition extends FieldDefinition = FieldDefinition> {
  type: RecordType;
  ofType: TypeDraft;
  field: Definition;
  /** By property. */
  problems: Record<string, string>;
  change: (part: object) => void;
}

/** A select with a message below. */
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
  <Box>
    <SelectField
      label={label}
      choices={choices}
      value={value}
      error={error !== undefined}
      onChange={({ target }) => onChange(target.value)}
    />
    {error === undefined ? null : (
      <Box role="alert" sx={{ color: 'error.main', fontSize: '0.75rem', pt: 1 }}>
        {error}
      </Box>
    )}
  </Box>
);
