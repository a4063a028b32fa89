import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { Command } from '@twinward/contracts/core/command';
import type { ReactNode } from 'react';

/** The result of an ended command, or why it is not done. */
export const CommandEnd = ({
  command: { status, error },
  failed,
  canceled,
  children,
}: {
  command: Command;
  /** For an error without a message. */
  failed: string;
  canceled: string;
  /** The result. */
  children: string;
}): ReactNode =>
  status === 'done' ? (
    <Typography role="status">{children}</Typography>
  ) : (
    <Alert severity={status === 'error' ? 'error' : 'info'} variant="outlined">
      {status === 'error' ? (error ?? failed) : canceled}
    </Alert>
  );
