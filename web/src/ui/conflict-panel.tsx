import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

export type NamedValue = readonly [label: string, value: string];

/**
 * Somebody else saved a record while it was edited: what differs, theirs beside mine, and what to do. Nothing
 * is overwritten before that is said.
 */
export function ConflictPanel({
  message,
  mine,
  theirs,
  busy,
  onTakeTheirs,
  onKeepMine,
}: {
  message: string;
  /** By label, the same labels in both. */
  mine: readonly NamedValue[];
  theirs: readonly NamedValue[];
  busy: boolean;
  /** Shows their version; what was typed is lost. */
  onTakeTheirs: () => void;
  /** Saves what was typed over their version. */
  onKeepMine: () => void;
}): ReactNode {
  const others = new Map(theirs);
  const differing = mine.filter(([label, value]) => others.get(label) !== value);
  return (
    <Alert severity="warning" variant="outlined" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {message}
      {differing.length === 0 ? null : (
        <Table size="small" aria-label="What differs" sx={{ tableLayout: 'fixed', my: 2 }}>
          <TableHead>
            <TableRow>
              <TableCell>Field</TableCell>
              <TableCell>Theirs</TableCell>
              <TableCell>Yours</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {differing.map(([label, value]) => (
              <TableRow key={label}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                <TableCell sx={wrap}>{others.get(label) || '–'}</TableCell>
                <TableCell sx={wrap}>{value || '–'}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', pt: 1 }}>
        <Button color="inherit" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button color="inherit" loading={busy} onClick={onKeepMine}>
          Save yours over it
        </Button>
      </Stack>
    </Alert>
  );
}

const wrap = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
