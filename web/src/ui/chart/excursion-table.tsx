import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import type { Excursion } from '@twinward/contracts/protections/protection';
import { memo, type ReactNode } from 'react';
import { excursionLength, excursionSpan } from '../format/excursion.ts';
import { formatDateTime } from '../format/format.ts';
import { LevelChip } from '../format/level-chip.tsx';
import { useTimeZone } from '../format/time-zone.ts';
import { Icon } from '../page/icon.tsx';
import type { RangeAction } from './range.ts';

/** A table of excursions, each with a button that zooms the chart to it. */
export const ExcursionTable = memo(function ExcursionTable({
  label,
  excursions,
  withProtection = false,
  outdated = false,
  onRange,
}: {
  label: string;
  excursions: readonly Excursion[];
  withProtection?: boolean;
  /** Dims the rows while another range loads. */
  outdated?: boolean;
  onRange(action: RangeAction): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const look = (excursion: Excursion) => {
    const { from, to } = excursionSpan(excursion);
    const air = Math.max(to - from, 10 * 60_000);
    onRange({ type: 'select', from: from - air, to: to + air });
  };
  const phone = { display: { xs: 'none', sm: 'table-cell' } };
  return (
    <Box aria-busy={outdated} sx={{ opacity: outdated ? 0.6 : 1 }}>
      <TableContainer tabIndex={0} role="group" aria-label={label}>
        <Table aria-label={label} sx={{ '& td, & th': { px: { xs: 1.5, sm: 3 } } }}>
          <TableHead>
            <TableRow>
              <TableCell>Start</TableCell>
              <TableCell>Length</TableCell>
              <TableCell>Level</TableCell>
              <TableCell sx={phone}>Threshold</TableCell>
              {withProtection ? <TableCell sx={phone}>Protection</TableCell> : null}
              <TableCell>
                <span className="visually-hidden">Action</span>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {excursions.map((excursion) => {
              const { from } = excursionSpan(excursion);
              const start = formatDateTime(from, timeZone);
              return (
                <TableRow key={excursion.id} hover>
                  <TableCell>{start}</TableCell>
                  <TableCell>{excursionLength(excursion)}</TableCell>
                  <TableCell>
                    {excursion.level === null ? 'none' : <LevelChip level={excursion.level} />}
                  </TableCell>
                  <TableCell sx={phone}>{excursion.thresholdName}</TableCell>
                  {withProtection ? <TableCell sx={phone}>{excursion.protectionName}</TableCell> : null}
                  <TableCell align="right">
                    <Tooltip title="Show on chart">
                      <IconButton
                        size="small"
                        aria-label={`Show the excursion of ${start}`}
                        onClick={() => look(excursion)}
                      >
                        <Icon path={mdiMagnify} />
                      </IconButton>
                    </Tooltip>
                  </TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
});
