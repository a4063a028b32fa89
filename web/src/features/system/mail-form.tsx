import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  type MailSettings,
  type MailSettingsChange,
  mailSettingsChange,
} from '@twinward/contracts/system/mail';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { saveState } from '../../ui/form/save-state.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { useSaveMailSettings } from './api/mail.ts';
import { FormGrid } from './form-grid.tsx';

const securities = [
  { value: 'none', label: 'None' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
] as const;

interface MailValues {
  host: string;
  port: string;
  security: MailSettings['security'];
  userName: string;
  password: string;
  from: string;
  publicAddress: string;
}

const fields = ['host', 'port', 'userName', 'password', 'from', 'publicAddress'] as const;
const rules = schemaRules(mailSettingsChange.shape, fields);

const toForm = ({ hasPassword: _, port, ...rest }: MailSettings): MailValues => ({
  ...rest,
  port: String(port),
  password: '',
});

const toChange = ({ port, password, ...rest }: MailValues): MailSettingsChange => ({
  ...rest,
  port: Number(port),
  ...(password === '' ? {} : { password }),
});

/** The mail settings. */
export function MailForm({
  settings,
  locked,
}: {
  settings: MailSettings;
  /** Read-only. */
  locked: boolean;
}): ReactNode {
  const save = useSaveMailSettings();
  const form = useForm<MailValues>({ mode: 'onTouched', defaultValues: toForm(settings) });
  const { register, setError, reset } = form;
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(toChange(values), {
      onSuccess: (saved) => reset(toForm(saved)),
      onError: (error) => showFieldErrors(error, fields, setError),
    }),
  );
  const text = registerText(form, rules);
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      {locked ? (
        <Typography sx={{ pt: 2 }}>Only an administrator can change the mail settings.</Typography>
      ) : null}
      <Box component="fieldset" disabled={locked} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <FormGrid>
          <Field label="SMTP server" hint="Without a server, mail stays in the outbox." {...text('host')} />
          <Field label="Port" inputProps={{ inputMode: 'numeric' }} {...text('port')} />
          <SelectField label="Encryption" choices={securities} {...register('security')} />
          <Field label="User name" hint="Leave empty to send without sign-in." {...text('userName')} />
          <Field
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={settings.hasPassword ? 'Leave empty to keep the password.' : undefined}
            {...text('password')}
          />
          <Field label="Sender" type="email" {...text('from')} />
          <Field
            label="Address of Twinward"
            type="url"
            hint="Used for links in mails."
            {...text('publicAddress')}
          />
        </FormGrid>
        {locked ? null : (
          <FormFoot
            label="Save mail settings"
            {...saveState(form, save)}
            fallback="The mail settings could not be saved."
          />
        )}
      </Box>
      {guard.dialog}
    </form>
  );
}
