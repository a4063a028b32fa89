import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import type { Difference } from './draft.ts';

/** Someone else saved the tag in between: both versions, and which of them is to stay. */
export function ConflictDialog({
  differences,
  busy,
  onMine,
  onTheirs,
  onClose,
}: {
  differences: readonly Difference[];
  busy: boolean;
  onMine(): void;
  onTheirs(): void;
  onClose(): void;
}): ReactNode {
  const id = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={id}>
      <DialogTitle id={id} sx={{ fontSize: '1.25rem' }}>
        Changed by someone else
      </DialogTitle>
      <DialogContent dividers tabIndex={0}>
        <Typography sx={{ pb: 3 }}>
          The tag was saved by someone else while you edited it. Nothing of yours is lost: choose which
          version stays.
        </Typography>
        {differences.length === 0 ? <Typography>Both versions are the same.</Typography> : null}
        {differences.map(({ label, mine, theirs }) => (
          <Box key={label} sx={{ pb: 4 }}>
            <Typography variant="h3">{label}</Typography>
            <Box
              sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}
            >
              <Version title="Yours" text={mine} />
              <Version title="Saved in between" text={theirs} />
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Go on editing</Button>
        <Button onClick={onTheirs}>Take the saved version</Button>
        <Button variant="contained" loading={busy} onClick={onMine}>
          Save mine over it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Version = ({ title, text }: { title: string; text: string }): ReactNode => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {title}
    </Typography>
    <Box
      component="pre"
      sx={{
        m: 0,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        fontFamily: 'ui-monospace, monospace',
        fontSize: '0.8125rem',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text === '' ? '(empty)' : text}
    </Box>
  </Box>
);
