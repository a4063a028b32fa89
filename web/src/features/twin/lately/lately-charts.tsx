import Box from '@mui/material/Box';
import { type ReactNode, useMemo, useState } from 'react';
import { advisoriesPath, workPath } from '../../../shared/address/paths.ts';
import { countTallies } from '../../../shared/api/queries/use-excursions.ts';
import { CursorLine } from '../../../ui/chart/cursor-line.tsx';
import { ExcursionStrip } from '../../../ui/chart/excursion-strip.tsx';
import { MarkLane } from '../../../ui/chart/mark-lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import { NowLine, TimeAxis } from '../../../ui/chart/time-axis.tsx';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import { LatelySignal } from './lately-signal.tsx';
import type { PickedSignal } from './pick-signals.ts';
import type { useLatelyEvents } from './use-lately-events.ts';

/** The signals, with excursions, work and advisories below, on a shared time axis that marks the current time. */
export function LatelyCharts({
  twinId,
  signals,
  events,
  chartRange,
  frame,
  now,
}: {
  twinId: number;
  signals: readonly PickedSignal[];
  events: ReturnType<typeof useLatelyEvents>;
  chartRange: ChartRange;
  frame: PlotFrame;
  /** Epoch milliseconds. */
  now: number;
}): ReactNode {
  const { range } = chartRange;
  const [cursor, setCursor] = useState<number | null>(null);
  const spans = useMemo(
    () =>
      events.spans.flatMap(({ level, spans }) =>
        spans.map(({ start, end, count }) => ({ from: start, to: end, level, count })),
      ),
    [events.spans],
  );
  const lane = { range, frame };
  return (
    <Box sx={{ position: 'relative' }}>
      {signals.map((signal) => (
        <LatelySignal
          key={signal.tagId}
          twinId={twinId}
          signal={signal}
          excursions={events.spans}
          chartRange={chartRange}
          view="chart"
          frame={frame}
          cursor={cursor}
          onCursor={setCursor}
        />
      ))}
      <Box sx={{ position: 'relative' }}>
        {events.hasExcursions ? (
          <ExcursionStrip spans={spans} {...countTallies(events.tallies)} {...lane} />
        ) : null}
        {events.hasWork ? (
          <MarkLane
            name="Work"
            marks={events.work.marks}
            note={events.work.note}
            toAll={workPath(twinId)}
            {...lane}
          />
        ) : null}
        {events.advisories.total > 0 ? (
          <MarkLane
            name="Advisories"
            marks={events.advisories.marks}
            note={events.advisories.note}
            toAll={advisoriesPath(twinId)}
            {...lane}
          />
        ) : null}
        <CursorLine cursor={cursor} range={range} frame={frame} />
      </Box>
      <TimeAxis now={now} {...lane} />
      <NowLine now={now} {...lane} />
    </Box>
  );
}
