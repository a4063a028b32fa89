import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ParameterValue, QueryParameter } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { ChoiceInput } from '../../ui/form/choice-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Labelled } from '../../ui/form/labelled.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { ReferenceInput } from '../record/reference-input.tsx';
import { TimeValueInput } from './time-value-input.tsx';

/** An input for a query parameter, depending on its kind. Null means no value. */
export function ParameterInput({
  parameter,
  label = parameter.caption,
  value,
  onChange,
}: {
  parameter: QueryParameter;
  label?: string;
  value: ParameterValue;
  onChange: (value: ParameterValue) => void;
}): ReactNode {
  const { kind, many, recordType } = parameter;
  if (many) return <ManyInput parameter={parameter} label={label} value={value} onChange={onChange} />;
  const one = Array.isArray(value) ? (value[0] ?? null) : value;
  switch (kind) {
    case 'number':
      return (
        <NumberField
          label={label}
          value={typeof one === 'number' ? one : null}
          onChange={(next) => {
            if (next === null || Number.isFinite(next)) onChange(next);
          }}
        />
      );
    case 'boolean':
      return (
        <ChoiceInput
          label={label}
          none="any"
          choices={[
            { value: 'true', label: 'yes' },
            { value: 'false', label: 'no' },
          ]}
          value={one === null ? null : String(one)}
          onChange={(next) => onChange(next === null ? null : next === 'true')}
        />
      );
    case 'date':
    case 'date-time':
      return <TimeValueInput label={label} value={one === null ? null : String(one)} onChange={onChange} />;
    case 'reference':
      return (
        <ReferenceInput
          label={label}
          target={recordType ?? 'asset'}
          caption={undefined}
          value={typeof one === 'number' ? one : null}
          onChange={onChange}
        />
      );
    default:
      return (
        <Field
          label={label}
          value={one === null ? '' : String(one)}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        />
      );
  }
}

/** An input for several typed values. */
function ManyInput({
  parameter: { kind },
  label,
  value,
  onChange,
}: {
  parameter: QueryParameter;
  label: string;
  value: ParameterValue;
  onChange: (value: ParameterValue) => void;
}): ReactNode {
  const values = Array.isArray(value) ? value : value === null ? [] : [value];
  const isNumber = kind === 'number' || kind === 'reference';
  return (
    <Labelled label={label}>
      {(id) => (
        <Autocomplete
          id={id}
          multiple
          freeSolo
          size="small"
          options={[] as string[]}
          value={values.map(String)}
          onChange={(_, next) => {
            const typed = next.map((text) => (isNumber ? Number(text) : text));
            const known = typed.filter((one) => typeof one === 'string' || Number.isFinite(one));
            onChange(known.length === 0 ? null : (known as string[] | number[]));
          }}
          renderInput={(parameters) => <TextField {...parameters} helperText="Press Enter to add a value." />}
        />
      )}
    </Labelled>
  );
}
