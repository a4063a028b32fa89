import Alert from '@mui/material/Alert';
import type { Command } from '@twinward/contracts/core/command';
import type { ReactNode } from 'react';

/** Why an ended command is not done. */
export const UnfinishedAlert = ({
  command: { status, error },
  failed,
  canceled,
}: {
  command: Command;
  /** For an error without a message. */
  failed: string;
  canceled: string;
}): ReactNode => (
  <Alert severity={status === 'error' ? 'error' : 'info'} variant="outlined">
    {status === 'error' ? (error ?? failed) : canceled}
  </Alert>
);
