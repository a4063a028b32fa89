import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import { type FieldCaptions, getCaption } from '@twinward/domain/records/show';
import type { ReactNode } from 'react';
import { ChoiceInput } from '../../ui/form/choice-input.tsx';
import { DateInput, DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { durationUnits } from '../../ui/form/duration-value.ts';
import { Field } from '../../ui/form/field.tsx';
import type { InputProps } from '../../ui/form/input-props.ts';
import { NumberField } from '../../ui/form/number-field.tsx';
import { currencySymbol } from '../../ui/format/format.ts';
import { ListItemInput, ListItemsInput } from './list-inputs.tsx';
import { ReferenceInput } from './reference-input.tsx';
import type { Candidate } from './references.ts';

type Value = FieldValue | null;

const yesNo = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

/** The input of an editable field, depending on its kind. Renders nothing for calculated kinds. */
export function FieldInput({
  field,
  captions,
  onChosen,
  ...input
}: InputProps<Value> & {
  field: FieldDefinition;
  /** Captions of the ids in the record. */
  captions: FieldCaptions;
  /** Called with the chosen record or user, to store its caption. */
  onChosen?: (chosen: Candidate | null) => void;
}): ReactNode {
  const { value } = input;
  const chosen = onChosen === undefined ? {} : { onChosen };
  switch (field.kind) {
    case 'text':
    case 'long-text':
      return <TextInput {...input} isLong={field.kind === 'long-text'} />;
    case 'number':
      return <NumberField {...input} value={toNumber(value)} unit={field.unit ?? undefined} />;
    case 'integer':
      return <NumberField {...input} value={toNumber(value)} />;
    case 'money':
      return <NumberField {...input} value={toNumber(value)} unit={currencySymbol()} />;
    case 'yes-no':
      return (
        <ChoiceInput
          {...input}
          choices={yesNo}
          value={value === null ? null : String(value)}
          onChange={(next) => input.onChange(next === null ? null : next === 'true')}
        />
      );
    case 'date':
      return <DateInput {...input} value={toText(value)} min={field.minimum} max={field.maximum} />;
    case 'date-time':
      return <DateTimeInput {...input} value={toText(value)} />;
    case 'duration':
      return <DurationInput {...input} value={toText(value)} units={durationUnits} />;
    case 'list-item':
      return <ListItemInput {...input} list={field.list} value={toNumber(value)} />;
    case 'list-items':
      return <ListItemsInput {...input} list={field.list} value={Array.isArray(value) ? value : null} />;
    case 'user':
    case 'reference': {
      const id = toNumber(value);
      return (
        <ReferenceInput
          {...input}
          {...chosen}
          target={field.kind === 'user' ? 'user' : field.recordType}
          value={id}
          caption={id === null ? undefined : getCaption(captions, field.name, id)}
        />
      );
    }
    default:
      return null;
  }
}

const toNumber = (value: Value): number | null => (typeof value === 'number' ? value : null);
const toText = (value: Value): string | null => (typeof value === 'string' ? value : null);

function TextInput({
  label,
  hint,
  error,
  readOnly,
  required,
  name,
  value,
  onChange,
  onBlur,
  ref,
  isLong,
}: InputProps<Value> & { isLong: boolean }): ReactNode {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required ?? false}
      readOnly={readOnly ?? false}
      {...(name === undefined ? {} : { name })}
      value={toText(value) ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      {...(onBlur === undefined ? {} : { onBlur })}
      {...(ref === undefined ? {} : { inputRef: ref })}
      {...(isLong ? { multiline: true, minRows: 3, maxRows: 12 } : {})}
    />
  );
}
