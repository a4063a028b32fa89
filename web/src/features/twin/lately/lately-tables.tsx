import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { ExcursionPages } from '../../../shared/twin/excursion-pages.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatDateTime } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageLinks } from '../../../ui/list/page-links.tsx';
import { usePage } from '../../../ui/list/paged.tsx';
import type { LatelyMark } from './lately-marks.ts';
import { LatelySignal } from './lately-signal.tsx';
import type { PickedSignal } from './pick-signals.ts';
import type { useLatelyEvents } from './use-lately-events.ts';

/** The content of the charts as tables: excursions, work, advisories, and the points of each signal. */
export function LatelyTables({
  twinId,
  signals,
  events,
  chartRange,
  frame,
}: {
  twinId: number;
  signals: readonly PickedSignal[];
  events: ReturnType<typeof useLatelyEvents>;
  chartRange: ChartRange;
  frame: PlotFrame;
}): ReactNode {
  const { range, dispatch } = chartRange;
  const scope = useMemo(() => ({ twinId }), [twinId]);
  const marks = [...events.work.marks, ...events.advisories.marks];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 3 }}>
      <Box>
        <ExcursionPages
          scope={scope}
          range={range}
          label="Excursions in this range"
          withProtection
          onRange={dispatch}
        />
      </Box>
      <Box>
        <MarkTable marks={marks} range={range} />
      </Box>
      {signals.map((signal) => (
        <LatelySignal
          key={signal.tagId}
          twinId={twinId}
          signal={signal}
          excursions={events.spans}
          chartRange={chartRange}
          view="table"
          frame={frame}
          cursor={null}
          onCursor={() => undefined}
        />
      ))}
    </Box>
  );
}

const pageSize = 10;

/** The marks of a range as a table, latest first. */
function MarkTable({ marks, range }: { marks: readonly LatelyMark[]; range: Range }): ReactNode {
  const timeZone = useTimeZone();
  const [page, setPage] = usePage(range);
  const inside = marks
    .filter(({ time }) => time >= range.from && time <= range.to)
    .sort((one, other) => other.time - one.time);
  if (inside.length === 0) return <EmptyState title="No work and no advisories in this range." />;
  const columns: readonly Column<LatelyMark>[] = [
    {
      id: 'name',
      header: 'Work and advisories',
      cell: ({ name }) => <span title={name}>{name}</span>,
    },
    { id: 'what', header: 'What', width: '112px', phoneWidth: '92px', cell: ({ what }) => what },
    {
      id: 'time',
      header: 'Time',
      width: '176px',
      phoneWidth: '110px',
      numeric: true,
      wraps: true,
      cell: ({ time }) => formatDateTime(time, timeZone),
    },
  ];
  return (
    <>
      <DataTable
        label="Work and advisories"
        columns={columns}
        rows={inside.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ key }) => key}
        rowTo={({ to }) => to}
      />
      <PageLinks page={page} pageSize={pageSize} total={inside.length} noun="entries" onChange={setPage} />
    </>
  );
}
