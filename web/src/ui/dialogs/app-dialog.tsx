import { mdiClose, mdiFullscreen, mdiFullscreenExit } from '@mdi/js';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { focusFirstError, useErrorFocus } from '../form/error-focus.ts';
import { useUnsavedChanges } from '../form/unsaved-changes.ts';
import { Icon } from '../page/icon.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Frame of a dialog with title, toolbar, full screen and close buttons. Escape closes it, after a confirmation if there
 * are unsaved changes, but not while busy. After a failed action, the first field with an error is focused.
 */
export function AppDialog({
  title,
  children,
  toolbar,
  actions,
  busy = false,
  dirty = false,
  maxWidth = 'sm',
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** Buttons before full screen and close. */
  toolbar?: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  /** Covers the content with 'Working...' and blocks input. */
  busy?: boolean;
  /** Whether closing would discard changes. */
  dirty?: boolean;
  maxWidth?: DialogProps['maxWidth'] | undefined;
  onClose(): void;
}): ReactNode {
  const id = useId();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [isFull, setIsFull] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useUnsavedChanges(dirty);
  useErrorFocus(busy, () => content.current);
  /** Ignores events that bubble from dialogs opened over this one. */
  const toFirstError = ({ currentTarget, target }: SyntheticEvent): void => {
    if (currentTarget.contains(target as Node)) focusFirstError(content.current);
  };
  const close = (): void => {
    if (busy) return;
    if (dirty) setIsAsking(true);
    else onClose();
  };
  return (
    <Dialog
      open
      onClose={(_, reason) => (reason === 'backdropClick' && dirty ? undefined : close())}
      fullScreen={isFull || isPhone}
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={id}
      // React would pass the submit of a form in the dialog on to a form around it.
      onSubmit={(event) => event.stopPropagation()}
    >
      <Stack
        direction="row"
        spacing={1}
        sx={{ alignItems: 'center', minHeight: 48, pl: 6, pr: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography
          variant="h2"
          id={id}
          sx={{ fontSize: '1rem', flex: 1, minWidth: 0, py: 2, overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        {toolbar}
        {isPhone ? null : (
          <Tooltip title={isFull ? 'Exit full screen' : 'Full screen'}>
            <IconButton
              size="small"
              aria-label={isFull ? 'Exit full screen' : 'Full screen'}
              onClick={() => setIsFull(!isFull)}
            >
              <Icon path={isFull ? mdiFullscreenExit : mdiFullscreen} />
            </IconButton>
          </Tooltip>
        )}
        <Tooltip title="Close">
          <span>
            <IconButton size="small" aria-label="Close" disabled={busy} onClick={close}>
              <Icon path={mdiClose} />
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
      <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}>
        <DialogContent ref={content} inert={busy} onSubmit={toFirstError} sx={{ px: 6 }}>
          {children}
        </DialogContent>
        {actions === undefined ? null : (
          <DialogActions inert={busy} onClick={toFirstError}>
            {actions}
          </DialogActions>
        )}
        <Box role="status">{busy ? <Working /> : null}</Box>
      </Box>
      {isAsking ? (
        <ConfirmDialog
          title="Unsaved Changes"
          yes="Close"
          no="Stay"
          onYes={onClose}
          onNo={() => setIsAsking(false)}
        >
          Your unsaved changes will be discarded if you close the dialog now.
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}

const Working = (): ReactNode => (
  <Stack
    direction="row"
    spacing={3}
    sx={{
      position: 'absolute',
      inset: 0,
      alignItems: 'center',
      justifyContent: 'center',
      bgcolor: 'color-mix(in srgb, var(--working-surface) 80%, transparent)',
      '--working-surface': ({ palette }) => palette.background.paper,
    }}
  >
    <CircularProgress size={20} aria-hidden />
    <Typography>Working...</Typography>
  </Stack>
);
