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
import Typography from '@mui/material/Typography';
import type { Excursion } from '@twinward/contracts/protections/protection';
import { memo, type ReactNode, useState } from 'react';
import { formatDateTime, formatSpan } from '../format/format.ts';
import { LevelChip } from '../format/level-chip.tsx';
import { useTimeZone } from '../format/time-zone.ts';
import { PageLinks } from '../list/page-links.tsx';
import { Icon } from '../page/icon.tsx';
import { visuallyHidden } from '../page/visually-hidden.ts';
import { excursionSpan } from './bands.ts';
import type { RangeAction } from './range.ts';

const pageSize = 10;

/** The excursions that a chart shows as bands, each with a step to look at it closely. */
export const ExcursionTable = memo(function ExcursionTable({
  label,
  excursions,
  latest,
  withProtection = false,
  onRange,
}: {
  label: string;
  /** Newest first. */
  excursions: readonly Excursion[];
  /** Epoch milliseconds of the latest data, to which an open excursion runs. */
  latest: number;
  withProtection?: boolean;
  onRange(action: RangeAction): void;
}): ReactNode {
  const [wantedPage, setPage] = useState(0);
  const timeZone = useTimeZone();
  const page = Math.min(wantedPage, Math.max(0, Math.ceil(excursions.length / pageSize) - 1));
  if (excursions.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        No excursions in this range.
      </Typography>
    );
  }
  const look = (excursion: Excursion) => {
    const { from, to } = excursionSpan(excursion, latest);
    const air = Math.max(to - from, 10 * 60_000);
    onRange({ type: 'select', from: from - air, to: to + air });
  };
  const phone = { display: { xs: 'none', sm: 'table-cell' } };
  return (
    <Box>
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
                <span style={visuallyHidden}>Action</span>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {excursions.slice(page * pageSize, (page + 1) * pageSize).map((excursion) => {
              const { from, to } = excursionSpan(excursion, latest);
              const start = formatDateTime(from, timeZone);
              return (
                <TableRow key={excursion.id} hover>
                  <TableCell>{start}</TableCell>
                  <TableCell>
                    {excursion.end === null ? `open, ${formatSpan(to - from)}` : formatSpan(to - from)}
                  </TableCell>
                  <TableCell>
                    {excursion.level === null ? 'none' : <LevelChip level={excursion.level} />}
                  </TableCell>
                  <TableCell sx={phone}>{excursion.thresholdName}</TableCell>
                  {withProtection ? <TableCell sx={phone}>{excursion.protectionName}</TableCell> : null}
                  <TableCell align="right">
                    <Tooltip title="Show it on the chart">
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
      <PageLinks
        page={page + 1}
        pageSize={pageSize}
        total={excursions.length}
        noun="excursions"
        onChange={(next) => setPage(next - 1)}
      />
    </Box>
  );
});
