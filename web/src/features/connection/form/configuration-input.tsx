import FormHelperText from '@mui/material/FormHelperText';
import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import type { ReactNode } from 'react';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { SecretInput } from './secret-input.tsx';

/** The input of a configuration field, by its description. */
export function ConfigurationInput({
  field,
  value,
  error,
  isSet,
  onChange,
  onLeave,
}: {
  field: ConfigurationField;
  value: unknown;
  error: string | undefined;
  /** Whether a secret is stored. */
  isSet: boolean;
  onChange: (value: unknown) => void;
  onLeave: () => void;
}): ReactNode {
  const { label, kind, choices = [], isRequired, help, example } = field;
  const hint = help ?? (example === undefined ? undefined : `Example: ${example}`);
  const shared = { label, hint, error, required: isRequired, onBlur: onLeave };
  switch (kind) {
    case 'secret':
    case 'file':
      return (
        <SecretInput
          field={field}
          value={value as string | null}
          error={error}
          isSet={isSet}
          onChange={onChange}
        />
      );
    case 'number':
      return <NumberField {...shared} value={(value ?? null) as number | null} onChange={onChange} />;
    case 'date':
      return <DateInput {...shared} value={(value ?? null) as string | null} onChange={onChange} />;
    case 'boolean':
      return (
        <div>
          <SwitchField label={label} checked={value === true} onChange={onChange} />
          <Below hint={hint} error={error} />
        </div>
      );
    case 'choice':
      return (
        <div>
          <SelectField
            label={label}
            value={String(value ?? '')}
            onChange={(event) => onChange(event.target.value)}
            choices={isRequired ? choices : [{ value: '', label: 'Not chosen' }, ...choices]}
          />
          <Below hint={hint} error={error} />
        </div>
      );
    case 'texts':
      return (
        <Field
          {...shared}
          hint={hint === undefined ? 'One per line' : `${hint} One per line.`}
          multiline
          minRows={2}
          spellCheck={false}
          value={(value as string[]).join('\n')}
          onChange={(event) => onChange(event.target.value.split('\n'))}
          onBlur={() => {
            onChange((value as string[]).map((text) => text.trim()).filter(Boolean));
            onLeave();
          }}
        />
      );
    default:
      return (
        <Field
          {...shared}
          value={String(value ?? '')}
          spellCheck={false}
          autoComplete="off"
          inputMode={kind === 'address' ? 'url' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

const Below = ({ hint, error }: { hint: string | undefined; error: string | undefined }): ReactNode =>
  (error ?? hint) ? <FormHelperText error={error !== undefined}>{error ?? hint}</FormHelperText> : null;
