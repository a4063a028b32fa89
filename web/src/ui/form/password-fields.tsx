import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Typography from '@mui/material/Typography';
import {
  confirmationProblem,
  type PasswordOwner,
  passwordGuidance,
  passwordProblem,
} from '@twinward/domain/rules/password';
import { type ReactNode, useState } from 'react';
import { type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { Icon } from '../page/icon.tsx';
import { Field } from './field.tsx';

export interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}
export const noPassword: PasswordValues = { currentPassword: '', newPassword: '', confirmation: '' };

/** Fields for a new password, entered twice, with its requirements. Must be inside a `FormProvider`. */
export function PasswordFields({
  owner,
  needsCurrent = false,
  optional = false,
  minimum,
}: {
  /** Returns the user, whose names the password must not contain. Called during validation. */
  owner: () => PasswordOwner;
  needsCurrent?: boolean;
  /** Whether it may be left empty. */
  optional?: boolean;
  /** Minimum number of characters; 8 by default. */
  minimum?: number | undefined;
}): ReactNode {
  const { register, formState, getValues, trigger } = useFormContext<PasswordValues>();
  const { errors, touchedFields } = formState;
  return (
    <>
      {needsCurrent ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          registration={register('currentPassword', { required: 'Required.' })}
        />
      ) : null}
      <Box>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          registration={register('newPassword', {
            validate: (password) =>
              optional && password === ''
                ? true
                : (passwordProblem(password, owner(), undefined, minimum) ?? true),
            onChange: () => void (touchedFields.confirmation && trigger('confirmation')),
          })}
        />
        <Typography
          component="ul"
          variant="body2"
          sx={{ m: 0, mt: 2, pl: 4, color: 'text.secondary' }}
          aria-label="Password rules"
        >
          {passwordGuidance(minimum).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Typography>
      </Box>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        registration={register('confirmation', {
          validate: (confirmation) => {
            const password = getValues('newPassword');
            return optional && password === '' && confirmation === ''
              ? true
              : (confirmationProblem(confirmation, password) ?? true);
          },
        })}
      />
    </>
  );
}

/** A password field with a button to show the password. */
export function PasswordField({
  label,
  autoComplete,
  error,
  registration,
}: {
  label: string;
  autoComplete: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
}): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      error={error}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />
          </IconButton>
        </InputAdornment>
      }
      {...registration}
    />
  );
}
