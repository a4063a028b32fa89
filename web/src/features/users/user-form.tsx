import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ManagedUser, newUser } from '@twinward/contracts/access/user';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useAssignableTypes } from '../../shared/api/queries/use-assignable-types.ts';
import { useGroups } from '../../shared/api/queries/use-groups.ts';
import { useMinimumPassword } from '../../shared/api/queries/use-minimum-password.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { PasswordFields } from '../../ui/form/password-fields.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { saveState } from '../../ui/form/save-state.ts';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useSaveUser } from './api/users.ts';
import { type UserForm as Form, serverFields, toChange, toForm, type UserSwitch } from './user-values.ts';

const switches: readonly [name: UserSwitch, label: string, hint: string][] = [
  ['enabled', 'Enabled', 'Disabled users are signed out at once.'],
  [
    'allowDirectLogin',
    'May sign in with a password',
    'If off, the user can only sign in through the identity provider.',
  ],
  ['external', 'External', 'The identity provider manages the password.'],
  ['isAdmin', 'Administrator', 'Full access. Only an administrator can grant it.'],
];

const rules = schemaRules(newUser.shape, [
  'userName',
  'email',
  'firstName',
  'lastName',
  'middleName',
  'mobilePhone',
]);

/** The form of a new or existing user. */
export function UserForm({
  user,
  timeZone,
  onSaved,
}: {
  user: ManagedUser | null;
  /** Default time zone of a new user. IANA name. */
  timeZone: string;
  onSaved: (saved: ManagedUser) => void;
}): ReactNode {
  const { user: self, databaseName } = useSession();
  const minimum = useMinimumPassword(databaseName);
  const save = useSaveUser(user?.id ?? null);
  const types = useAssignableTypes();
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: toForm(user, timeZone, self.id) });
  const { control, setError, reset, watch } = form;
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const isLocked = user?.isAdmin === true && !self.isAdmin;
  const submit = form.handleSubmit((values) =>
    save.mutate(toChange(values), {
      onSuccess: (saved) => {
        reset(toForm(saved, timeZone, self.id));
        guard.leaveFreely();
        onSaved(saved);
      },
      onError: (error) => showFieldErrors(error, serverFields, setError),
    }),
  );
  const text = registerText(form, rules);
  return (
    <FormProvider {...form}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        {isLocked ? (
          <Typography sx={{ pb: 3 }}>Only an administrator can change an administrator.</Typography>
        ) : null}
        <Stack
          component="fieldset"
          disabled={isLocked}
          spacing={6}
          sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
        >
          <FieldGrid gap={4} sx={{ maxWidth: 720 }}>
            <Field
              label="User name"
              required
              autoCapitalize="none"
              spellCheck={false}
              disabled={user?.systemUser ?? false}
              {...text('userName')}
            />
            <Field label="E-mail" type="email" {...text('email')} />
            <Field label="First name" {...text('firstName')} />
            <Field label="Last name" {...text('lastName')} />
            <Field label="Middle name" {...text('middleName')} />
            <Field label="Mobile phone" type="tel" {...text('mobilePhone')} />
            <Controller
              control={control}
              name="timeZone"
              render={({ field }) => <TimeZoneField value={field.value} onChange={field.onChange} />}
            />
          </FieldGrid>
          <Section title="Access">
            <Stack spacing={2} sx={{ pt: 2 }}>
              {switches.map(([name, label, hint]) => (
                <Choice
                  key={name}
                  name={name}
                  label={label}
                  hint={hint}
                  disabled={name === 'isAdmin' && !self.isAdmin}
                />
              ))}
            </Stack>
          </Section>
          <FieldGrid gap={4} sx={{ maxWidth: 720 }}>
            <GroupChoice />
            <Controller
              control={control}
              name="directRecordTypes"
              render={({ field }) => (
                <CheckList
                  label="Record types"
                  hint="What the user may create, change and delete."
                  choices={types.map((type) => ({
                    ...type,
                    ...(isByGroup(user, type.value) ? { note: 'also from a group' } : {}),
                  }))}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          </FieldGrid>
          {watch('external') ? null : (
            <Section title={user === null ? 'Password' : 'New password'}>
              <Stack spacing={4} sx={{ maxWidth: 344, pt: 2 }}>
                <Muted>
                  {user === null
                    ? 'Leave empty to send the user a mail with a link to set a password.'
                    : 'Leave empty to keep the password. A new one ends the user’s sessions.'}
                </Muted>
                <PasswordFields owner={form.getValues} optional minimum={minimum} />
                {user?.id === self.id ? null : (
                  <Choice
                    name="temporaryPassword"
                    label="Must be changed at the next sign-in"
                    hint="Turn off only for a program that signs in."
                  />
                )}
              </Stack>
            </Section>
          )}
          <Box>
            <FormFoot
              label={user === null ? 'Add user' : 'Save user'}
              {...saveState(form, save)}
              fallback="The user could not be saved."
            />
          </Box>
        </Stack>
      </form>
      {guard.dialog}
    </FormProvider>
  );
}

interface ChoiceProps {
  name: (typeof switches)[number][0] | 'temporaryPassword';
  label: string;
  hint: string;
  disabled?: boolean;
}

/** A checkbox of the form with a hint. */
function Choice({ name, label, hint, disabled = false }: ChoiceProps): ReactNode {
  const { control } = useFormContext<Form>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <FormControl disabled={disabled}>
          <FormControlLabel
            label={label}
            control={
              <Checkbox
                size="small"
                sx={{ py: 0 }}
                checked={field.value}
                onChange={(_, on) => field.onChange(on)}
              />
            }
          />
          <FormHelperText sx={{ mt: 0, ml: 7 }}>{hint}</FormHelperText>
        </FormControl>
      )}
    />
  );
}

const isByGroup = (user: ManagedUser | null, type: string): boolean =>
  (user?.assignedRecordTypes.includes(type) ?? false) && !user?.directRecordTypes.includes(type);

function GroupChoice(): ReactNode {
  const groups = useGroups();
  return (
    <Controller<Form, 'assignedGroups'>
      name="assignedGroups"
      render={({ field }) => {
        const known = groups.data?.records ?? [];
        const others = field.value.filter((name) => !known.some((group) => group.name === name));
        return (
          <CheckList
            label="Groups"
            hint="What the user sees and manages."
            choices={[
              ...known.map(({ name, caption }) => ({
                value: name,
                label: caption === name ? name : `${caption} (${name})`,
              })),
              ...others.map((name) => ({ value: name, label: name })),
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        );
      }}
    />
  );
}
