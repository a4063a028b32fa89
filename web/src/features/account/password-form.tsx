import Stack from '@mui/material/Stack';
import type { User } from '@twinward/contracts/access/user';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useMinimumPassword } from '../../shared/api/queries/use-minimum-password.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { noPassword, PasswordFields, type PasswordValues } from '../../ui/form/password-fields.tsx';
import { useUpdatePassword } from './api/profile.ts';

/** Changes the user's password, which ends their other sessions. */
export function PasswordForm({ user, onChanged }: { user: User; onChanged?: () => void }): ReactNode {
  const save = useUpdatePassword();
  const minimum = useMinimumPassword(useSession().databaseName);
  const form = useForm<PasswordValues>({ mode: 'onTouched', defaultValues: noPassword });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
    save.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          form.reset(noPassword);
          onChanged?.();
        },
        onError: (error) => showFieldErrors(error, ['currentPassword', 'newPassword'], form.setError),
      },
    ),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <input hidden readOnly autoComplete="username" value={user.userName} />
        <Stack spacing={4} sx={{ maxWidth: 344, pt: 2 }}>
          <PasswordFields owner={() => user} needsCurrent minimum={minimum} />
          <FormFoot
            label="Change password"
            busy={save.isPending}
            saved={save.isSuccess}
            savedText="Your password is changed. Your other sessions have ended."
            error={Object.keys(errors).length > 0 ? null : save.error}
            fallback="The password could not be changed."
          />
        </Stack>
      </form>
    </FormProvider>
  );
}
