import Box from '@mui/material/Box';
import type { FieldCondition, FieldDefinition } from '@twinward/contracts/records/field';
import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';

/** Kinds whose values can be typed. */
const typed: ReadonlySet<string> = new Set(['text', 'number', 'integer', 'money', 'date', 'auto-number']);
const numbers: ReadonlySet<string> = new Set(['number', 'integer', 'money']);

/** Edits when a field is shown or required: always, never, or while another field has a value or one of some values. */
export function ConditionField({
  label,
  always,
  fields,
  condition,
  error,
  onChange,
}: {
  /** Such as 'Required'. */
  label: string;
  /** Label of the option without a condition. */
  always: string;
  /** The fields available in conditions. */
  fields: readonly FieldDefinition[];
  condition: FieldCondition | null;
  error: string | undefined;
  onChange: (condition: FieldCondition | null) => void;
}): ReactNode {
  const field = fields.find(({ name }) => name === condition?.field);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: 4 }}>
      <Box>
        <SelectField
          label={label}
          choices={[
            { value: '', label: always },
            ...fields.map(({ name, caption }) => ({ value: name, label: `When ${caption} has a value` })),
          ]}
          value={condition?.field ?? ''}
          onChange={({ target }) =>
            onChange(target.value === '' ? null : { field: target.value, values: [] })
          }
        />
        {error === undefined ? null : (
          <Box role="alert" sx={{ color: 'error.main', fontSize: '0.75rem', pt: 1 }}>
            {error}
          </Box>
        )}
      </Box>
      {condition === null || field === undefined ? null : field.kind === 'yes-no' ? (
        <SelectField
          label={`${label} when ${field.caption} is`}
          choices={[
            { value: '', label: 'yes or no' },
            { value: 'true', label: 'yes' },
            { value: 'false', label: 'no' },
          ]}
          value={condition.values.length === 0 ? '' : String(condition.values[0])}
          onChange={({ target }) =>
            onChange({ ...condition, values: target.value === '' ? [] : [target.value === 'true'] })
          }
        />
      ) : typed.has(field.kind) ? (
        <TypedValues
          key={field.name}
          label={`${label} when ${field.caption} is`}
          values={condition.values}
          areNumbers={numbers.has(field.kind)}
          onChange={(values) => onChange({ ...condition, values })}
        />
      ) : null}
    </Box>
  );
}

/** A field for values separated by semicolons. */
function TypedValues({
  label,
  values,
  areNumbers,
  onChange,
}: {
  label: string;
  values: FieldCondition['values'];
  areNumbers: boolean;
  onChange: (values: FieldCondition['values']) => void;
}): ReactNode {
  const [text, setText] = useState(values.join('; '));
  const change = (next: string): void => {
    setText(next);
    const parts = next
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    onChange(areNumbers ? parts.map(Number).filter((value) => !Number.isNaN(value)) : parts);
  };
  return (
    <Field
      label={label}
      hint="One or more values, separated by semicolons. Leave empty for any value."
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}
