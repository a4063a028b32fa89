import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { limitsFor } from '@twinward/domain/limits';
import { type ReactNode, useMemo } from 'react';
import { atRange } from '../../../shared/address/at-range.ts';
import { explorePath, monitorPath, mostExplored } from '../../../shared/address/paths.ts';
import { plotFrame } from '../../../ui/chart/plot.ts';
import { type Range, rangeText } from '../../../ui/chart/range.ts';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { formatDate } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { LatelyCharts } from './lately-charts.tsx';
import { daysBack } from './lately-range.ts';
import { LatelyTables } from './lately-tables.tsx';
import { listLimiting, type pickSignals } from './pick-signals.ts';
import { useLatelyEvents } from './use-lately-events.ts';

/** The signals and events of a twin over a range, as charts or as tables. */
export function LatelyView({
  twin,
  aliases,
  signals: { picked, all },
  now,
  whole,
  chartRange,
}: {
  twin: Twin;
  aliases: readonly TagAlias[];
  signals: ReturnType<typeof pickSignals>;
  /** Epoch milliseconds. */
  now: number;
  /** The initial range. */
  whole: Range;
  chartRange: ChartRange;
}): ReactNode {
  const [view, setView] = useChartView();
  const [measure, width] = useElementWidth();
  const hasLimits = useMemo(
    () =>
      picked.some((signal) => listLimiting(signal).some((one) => limitsFor(one, signal.tagId).length > 0)),
    [picked],
  );
  const frame = useMemo(() => plotFrame(width, hasLimits), [width, hasLimits]);
  const events = useLatelyEvents(twin.id, aliases, chartRange.range, frame);
  const hasEvents = events.tallies.length > 0 || events.work.total > 0 || events.advisories.total > 0;
  const shown = { twinId: twin.id, signals: picked, events, chartRange, frame };
  return (
    <Box ref={measure}>
      {events.failed.map(({ error, fallback, retry }) => (
        <ErrorState key={fallback} error={error} fallback={fallback} onRetry={retry} />
      ))}
      {picked.length === 0 && !hasEvents ? (
        events.isPending ? (
          <LoadingRows rows={6} />
        ) : events.failed.length > 0 ? null : (
          <NothingLately lastDataTime={twin.lastDataTime} />
        )
      ) : (
        <>
          <ShownRange whole={whole} {...chartRange}>
            <ViewSwitch view={view} onView={setView} />
          </ShownRange>
          {view === 'table' ? (
            <LatelyTables {...shown} />
          ) : frame.width === 0 ? null : (
            <LatelyCharts {...shown} now={now} />
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 1, pt: 2 }}>
            <TextLink to={atRange(monitorPath(twin.id), chartRange.range)} variant="body2">
              All protections in this range
            </TextLink>
            <ExploreLink twinId={twin.id} tagIds={all} range={chartRange.range} />
          </Stack>
        </>
      )}
    </Box>
  );
}

function NothingLately({ lastDataTime }: { lastDataTime: string | null }): ReactNode {
  const timeZone = useTimeZone();
  return (
    <EmptyState
      title={`Nothing in the last ${daysBack} days.`}
      hint={
        lastDataTime === null
          ? 'Signals, excursions, work and advisories show here on one time axis.'
          : `The latest data is from ${formatDate(lastDataTime, timeZone)}.`
      }
    />
  );
}

/** The text of the range, with a button that resets the zoom to the last 30 days. */
function ShownRange({
  whole,
  range,
  dispatch,
  children,
}: { whole: Range; children: ReactNode } & ChartRange): ReactNode {
  const timeZone = useTimeZone();
  const isWhole = range.from === whole.from && range.to === whole.to;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3, minHeight: 32 }}>
      <Muted role="status" title={`Times in ${timeZone}`}>
        {rangeText(range, timeZone)}
      </Muted>
      {isWhole ? null : (
        <Button size="small" onClick={() => dispatch({ type: 'select', ...whole })}>
          Back to the last {daysBack} days
        </Button>
      )}
      <Box sx={{ ml: 'auto' }}>{children}</Box>
    </Stack>
  );
}

/** A link that opens the twin's signals with data on the explore page, up to its maximum. */
function ExploreLink({
  twinId,
  tagIds: [first, ...others],
  range,
}: {
  twinId: number;
  tagIds: readonly number[];
  range: Range;
}): ReactNode {
  if (first === undefined) return null;
  const total = others.length + 1;
  const shown = total === 1 ? 'the signal' : `all ${total} signals`;
  return (
    <TextLink
      to={atRange(explorePath(twinId, first, others.slice(0, mostExplored - 1)), range)}
      variant="body2"
    >
      Explore {total > mostExplored ? `${mostExplored} of ${total} signals` : shown}
    </TextLink>
  );
}
