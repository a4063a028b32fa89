import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { failureMessage } from '../feedback/failure.ts';
import type { Saving } from './saving.ts';

const defaultWidth = 290;
/** Above every other dialog, from which it may be opened. */
const defaultZIndex = 200;

/** Asks for confirmation; Escape means no. */
export function ConfirmDialog({
  title,
  children,
  yes = 'Yes',
  no = 'Cancel',
  saving,
  busy = saving?.isPending ?? false,
  fallback = '',
  focus = 'no',
  width = defaultWidth,
  zIndex = defaultZIndex,
  onYes,
  onNo,
}: {
  title: string;
  /** The consequence of confirming. */
  children: ReactNode;
  /** Button labels: verbs. */
  yes?: string;
  no?: string;
  /** The state of the confirmed action, whose error is shown below the text. */
  saving?: Saving;
  /** The confirmed action is running. */
  busy?: boolean;
  /** Shown if the error has no message. */
  fallback?: string;
  /** The button with initial focus. */
  focus?: 'yes' | 'no';
  /** Pixels, on wide screens. */
  width?: number;
  zIndex?: number;
  onYes(): void;
  onNo(): void;
}): ReactNode {
  const id = useId();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onNo}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      sx={{ zIndex }}
      slotProps={{ paper: { sx: { width, maxWidth: 'calc(100% - 32px)', m: 4 } } }}
    >
      <DialogTitle id={`${id}-title`} sx={{ fontSize: '1.25rem', overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent id={`${id}-text`}>
        {children}
        {saving?.error ? <p role="alert">{failureMessage(saving.error, fallback)}</p> : null}
      </DialogContent>
      <DialogActions>
        <Button autoFocus={focus === 'no'} onClick={onNo}>
          {no}
        </Button>
        <Button autoFocus={focus === 'yes'} variant="contained" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
