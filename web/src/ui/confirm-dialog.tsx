import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

/** Asks before something that cannot be taken back; Escape means no. */
export function ConfirmDialog({
  title,
  children,
  yes,
  no = 'Cancel',
  busy = false,
  onYes,
  onNo,
}: {
  title: string;
  /** What follows from yes. */
  children: ReactNode;
  /** What the buttons say: verbs. */
  yes: string;
  no?: string;
  /** What was agreed to is being done. */
  busy?: boolean;
  onYes(): void;
  onNo(): void;
}): ReactNode {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onNo}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { sx: { minWidth: 290, maxWidth: 420 } } }}
    >
      <DialogTitle id={`${id}-title`} sx={{ fontSize: '1.25rem' }}>
        {title}
      </DialogTitle>
      <DialogContent id={`${id}-text`}>{children}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onNo}>
          {no}
        </Button>
        <Button variant="contained" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
