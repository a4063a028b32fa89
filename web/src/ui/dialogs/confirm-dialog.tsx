import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

const defaultWidth = 290;
/** Above every other dialog, from which it may be opened. */
const defaultZIndex = 200;

/** Asks for confirmation; Escape means no. */
export function ConfirmDialog({
  title,
  children,
  yes = 'Yes',
  no = 'Cancel',
  busy = false,
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
  /** The confirmed action is running. */
  busy?: boolean;
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
      <DialogContent id={`${id}-text`}>{children}</DialogContent>
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
