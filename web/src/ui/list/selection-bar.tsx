import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from '../format/format.ts';

/** Shows the number of selected rows of a list, and the actions on them. */
export function SelectionBar<Row extends { id: number | string }>({
  label,
  chosen,
  listed,
  most = Number.POSITIVE_INFINITY,
  onChosen,
  actions,
  children,
}: {
  label: string;
  chosen: readonly Row[];
  /** The rows of the current page. */
  listed: readonly Row[];
  /** Maximum number of rows for the actions. */
  most?: number;
  onChosen: (chosen: readonly Row[]) => void;
  /** Buttons, shown while rows are selected. */
  actions: ReactNode;
  /** Dialogs, errors and progress; also shown without a selection. */
  children?: ReactNode;
}): ReactNode {
  const all = [...new Map([...chosen, ...listed].map((row) => [row.id, row])).values()];
  return (
    <Stack role="group" aria-label={label} sx={{ gap: 2, pb: chosen.length === 0 ? 0 : 3 }}>
      {chosen.length === 0 ? null : (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
          <Typography role="status">{formatCount(chosen.length)} selected</Typography>
          {actions}
          {all.length > chosen.length && all.length <= most ? (
            <Button onClick={() => onChosen(all)}>Select all on this page</Button>
          ) : null}
          <Button onClick={() => onChosen([])}>Clear selection</Button>
        </Stack>
      )}
      {children}
    </Stack>
  );
}
