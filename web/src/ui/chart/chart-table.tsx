import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { memo, type ReactNode, useState } from 'react';
import { EmptyState } from '../feedback/states.tsx';
import { formatCount, formatDateTime, formatExact, formatNumber, formatSpan } from '../format/format.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { PageLinks } from '../list/page-links.tsx';
import type { Range } from './range.ts';
import type { ChartSeries } from './series.ts';
import { samplesIn, tablePage } from './table.ts';

const pageSize = 100;
const stored = (value: number | null) => (value === null ? '–' : formatExact(value));
const calculated = (value: number | null) => (value === null ? '–' : formatNumber(value));

/** The data of a chart as a table with pages. */
export const ChartTable = memo(function ChartTable({
  label,
  series,
  range,
  unit,
}: {
  label: string;
  series: ChartSeries;
  range: Range;
  unit: string | null;
}): ReactNode {
  const [wantedPage, setPage] = useState(0);
  const timeZone = useTimeZone();
  const { count } = samplesIn(series, range);
  const page = Math.min(wantedPage, Math.max(0, Math.ceil(count / pageSize) - 1));
  if (count === 0) return <EmptyState title="No points in this range." />;
  const withUnit = (name: string) => (unit === null ? name : `${name} (${unit})`);
  const numeric = { align: 'right' as const };
  return (
    <Box>
      <TableContainer
        tabIndex={0}
        role="group"
        aria-label={label}
        sx={{ maxHeight: 480, border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Table stickyHeader aria-label={label}>
          <TableHead>
            {series.merged ? (
              <TableRow>
                <TableCell>From ({formatSpan(series.width)} each)</TableCell>
                <TableCell {...numeric}>{withUnit('Mean')}</TableCell>
                <TableCell {...numeric}>{withUnit('Minimum')}</TableCell>
                <TableCell {...numeric}>{withUnit('Maximum')}</TableCell>
                <TableCell {...numeric}>Points</TableCell>
              </TableRow>
            ) : (
              <TableRow>
                <TableCell>Time</TableCell>
                <TableCell {...numeric}>{withUnit('Value')}</TableCell>
                <TableCell>Quality</TableCell>
              </TableRow>
            )}
          </TableHead>
          <TableBody>
            {tablePage(series, range, page, pageSize).map((row) => (
              <TableRow key={row.time} hover>
                <TableCell>{formatDateTime(row.time, timeZone, true)}</TableCell>
                <TableCell {...numeric}>{(series.merged ? calculated : stored)(row.mean)}</TableCell>
                {series.merged ? (
                  <>
                    <TableCell {...numeric}>{stored(row.low)}</TableCell>
                    <TableCell {...numeric}>{stored(row.high)}</TableCell>
                    <TableCell {...numeric}>{formatCount(row.count)}</TableCell>
                  </>
                ) : (
                  <TableCell>{row.quality}</TableCell>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <PageLinks
        page={page + 1}
        pageSize={pageSize}
        total={count}
        noun={series.merged ? 'rows' : 'points'}
        onChange={(next) => setPage(next - 1)}
      />
    </Box>
  );
});
