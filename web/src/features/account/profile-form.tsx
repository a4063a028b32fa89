import Box from '@mui/material/Box';
import { type Profile, profile, type User } from '@twinward/contracts/access/user';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Path } from 'react-router';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { PasswordField } from '../../ui/form/password-fields.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { saveState } from '../../ui/form/save-state.ts';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { useUpdateProfile } from './api/profile.ts';
import { EmailChangeNotice } from './email-change-notice.tsx';

const fields = ['firstName', 'middleName', 'lastName', 'email', 'mobilePhone', 'timeZone'] as const;
const rules = schemaRules(profile.shape, fields);

type ProfileForm = Record<(typeof fields)[number] | 'currentPassword', string>;

const toForm = (user: User): ProfileForm => ({
  firstName: user.firstName,
  middleName: user.middleName,
  lastName: user.lastName,
  email: user.email ?? '',
  mobilePhone: user.mobilePhone ?? '',
  timeZone: user.timeZone,
  currentPassword: '',
});

const toProfile = ({ currentPassword: _, ...form }: ProfileForm): Profile => ({
  ...form,
  email: form.email.trim() || null,
  mobilePhone: form.mobilePhone.trim() || null,
});

const isSameTab = (current: Path, next: Path): boolean =>
  current.pathname === next.pathname && current.search === next.search;

/** The profile fields that users may change themselves. */
export function ProfileForm({ user }: { user: User }): ReactNode {
  const save = useUpdateProfile();
  const form = useForm<ProfileForm>({ mode: 'onTouched', values: toForm(user) });
  const { register, control, formState, setError, handleSubmit, reset, watch } = form;
  const { errors, isDirty } = formState;
  const guard = useUnsavedGuard(isDirty, isSameTab);
  const isOtherEmail = watch('email').trim() !== (user.email ?? '');
  const needsPassword = isOtherEmail && !user.external;
  const submit = handleSubmit((values) =>
    save.mutate(
      { ...toProfile(values), ...(needsPassword ? { currentPassword: values.currentPassword } : {}) },
      {
        onSuccess: (saved) => reset(toForm(saved)),
        onError: (error) => showFieldErrors(error, [...fields, 'currentPassword'], setError),
      },
    ),
  );
  const text = registerText(form, rules);
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ maxWidth: 640 }}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, pt: 2, pb: 4 }}>
        <Field label="First name" autoComplete="given-name" {...text('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...text('lastName')} />
        <Field label="Middle name" autoComplete="additional-name" {...text('middleName')} />
        <Field label="Mobile phone" type="tel" autoComplete="tel" {...text('mobilePhone')} />
        <Field
          label="E-mail"
          type="email"
          autoComplete="email"
          {...(isOtherEmail
            ? { hint: 'We send a link to the new address. Open it to confirm the change.' }
            : {})}
          {...text('email')}
        />
        {needsPassword ? (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            registration={register('currentPassword', { required: 'Required.', shouldUnregister: false })}
          />
        ) : null}
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => <TimeZoneField value={field.value} onChange={field.onChange} />}
        />
      </Box>
      <EmailChangeNotice />
      <FormFoot label="Save profile" {...saveState(form, save)} fallback="The profile could not be saved." />
      {guard.dialog}
    </Box>
  );
}
