import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CopyButton } from '../form/copy-button.tsx';
import { Field } from '../form/field.tsx';
import { AppDialog } from './app-dialog.tsx';

/** Shows a new secret, which cannot be shown again. */
export function SecretDialog({
  label,
  secret,
  children,
  onClose,
}: {
  /** Kind of secret, such as 'Token'. */
  label: string;
  secret: string;
  /** Instructions for the user. */
  children: ReactNode;
  onClose: () => void;
}): ReactNode {
  const name = label.toLowerCase();
  return (
    <AppDialog
      title={`New ${name}`}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack spacing={3}>
        <Typography>{children} Copy it now: it will not be shown again.</Typography>
        <Field
          label={label}
          value={secret}
          readOnly
          onFocus={({ target }) => target.select()}
          endAdornment={<CopyButton text={secret} label={`Copy ${name}`} />}
        />
      </Stack>
    </AppDialog>
  );
}
