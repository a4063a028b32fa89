import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { SystemType } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format/format.ts';
import { useFurtherBulk } from './use-further-bulk.tsx';

/** Sets further fields of the selected records, on a list that has no other actions for many. */
export function FurtherBulkBar<Row extends { id: number }>({
  type,
  label,
  chosen,
  listed,
  onChosen,
}: {
  type: SystemType;
  label: string;
  chosen: readonly Row[];
  /** The rows of the current page. */
  listed: readonly Row[];
  onChosen: (chosen: readonly Row[]) => void;
}): ReactNode {
  const { button, outcome } = useFurtherBulk(
    type,
    chosen.map(({ id }) => id),
    () => onChosen([]),
  );
  const all = [...new Map([...chosen, ...listed].map((one) => [one.id, one])).values()];
  return (
    <Stack role="group" aria-label={label} sx={{ gap: 2, pb: chosen.length === 0 ? 0 : 3 }}>
      {chosen.length === 0 ? null : (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
          <Typography role="status">{formatCount(chosen.length)} selected</Typography>
          {button}
          {all.length > chosen.length ? (
            <Button onClick={() => onChosen(all)}>Select all on this page</Button>
          ) : null}
          <Button onClick={() => onChosen([])}>Clear selection</Button>
        </Stack>
      )}
      {outcome}
    </Stack>
  );
}
