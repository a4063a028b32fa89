import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Tag } from '@twinward/contracts/signals/tag';
import { DAY } from '@twinward/domain/duration';
import { type ReactNode, useMemo, useState } from 'react';
import { ShownAnnotations } from '../../shared/annotation/annotated.tsx';
import { useExcursionSpans } from '../../shared/api/queries/use-excursions.ts';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useLimits } from '../../shared/units/use-limits.ts';
import { useShownPoints } from '../../shared/units/use-shown-points.ts';
import { excursionBands, levelSpans } from '../../ui/chart/bands.ts';
import { CursorReadout } from '../../ui/chart/cursor-readout.tsx';
import { plotFrame } from '../../ui/chart/plot.ts';
import { PointsView } from '../../ui/chart/points-view.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { type ChartSeries, emptySeries } from '../../ui/chart/series.ts';
import { samplesIn } from '../../ui/chart/table.ts';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../ui/chart/view-switch.tsx';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { LoadingRows } from '../../ui/feedback/states.tsx';
import { formatNumber } from '../../ui/format/format.ts';
import { Section } from '../../ui/page/section.tsx';

type Occurrence = Advisory['occurrences'][number];

const height = 260;

/** The time range of an excursion, assumed to last a day if its end is unknown. */
function toRange({ start, end, evaluatedTo }: Occurrence): Range {
  const from = Date.parse(start);
  const known = end ?? evaluatedTo;
  return { from, to: known === null ? from + DAY : Math.max(from + 1, Date.parse(known)) };
}

/** The range of an excursion with a margin of its length, at least a quarter of a day, on either side. */
function around({ from, to }: Range): Range {
  const margin = Math.max(to - from, DAY / 4);
  return { from: from - margin, to: to + margin };
}

/** Lowest and highest value of the samples in an excursion; null without samples. */
function valuesWithin(series: ChartSeries, span: Range): { low: number; high: number } | null {
  const { first, count } = samplesIn(series, span);
  const known = (column: readonly (number | null)[]) =>
    column.slice(first, first + count).filter((value) => value !== null);
  const lows = known(series.low);
  return lows.length === 0 ? null : { low: Math.min(...lows), high: Math.max(...known(series.high)) };
}

const spread = ({ low, high }: { low: number; high: number }): string =>
  low === high ? formatNumber(low) : `${formatNumber(low)} to ${formatNumber(high)}`;

/** A chart of the latest excursion of an advisory: the first signal with the limits of the protection. */
export function Evidence({ advisory }: { advisory: Advisory }): ReactNode {
  const { twinId, protection, signal, occurrences } = advisory;
  const latest = occurrences[0];
  if (protection === null || signal === null || latest === undefined) return null;
  return (
    <Section title="Latest excursion">
      <Loading
        key={latest.start}
        twinId={twinId}
        protectionId={protection.id}
        signal={signal}
        latest={latest}
      />
    </Section>
  );
}

interface Shown {
  twinId: number;
  signal: NonNullable<Advisory['signal']>;
  latest: Occurrence;
}

function Loading({ protectionId, ...shown }: Shown & { protectionId: number }): ReactNode {
  const tag = useTag(shown.signal.tagId);
  const protections = useTwinProtections(shown.twinId);
  const failed = [tag, protections].find(({ error }) => error !== null);
  if (failed) return <QueryError query={failed} fallback="The signal could not be loaded." />;
  if (tag.data === undefined || protections.data === undefined) return <LoadingRows rows={5} />;
  const protection = protections.data.records.find(({ id }) => id === protectionId);
  return protection === undefined ? null : (
    <ExcursionChart {...shown} tag={tag.data} protection={protection} />
  );
}

function ExcursionChart({
  twinId,
  signal,
  latest,
  tag,
  protection,
}: Shown & { tag: Tag; protection: ProtectionSummary }): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const [cursor, setCursor] = useState<number | null>(null);
  const span = useMemo(() => toRange(latest), [latest]);
  const extent = useMemo(() => around(span), [span]);
  const first = useMemo(() => ({ kind: 'fixed' as const, range: extent }), [extent]);
  const { range, dispatch } = useChartRange(extent, first);
  const protections = useMemo(() => [protection], [protection]);
  const frame = useMemo(() => plotFrame(width, true), [width]);
  const { points, unit } = useShownPoints(tag.id, tag.unit, range, frame);
  const findLimits = useLimits();
  const limits = useMemo(
    () => findLimits(protections, tag.id, unit),
    [findLimits, protections, tag.id, unit],
  );
  const excursions = useExcursionSpans({ twinId, protectionIds: [protection.id] }, range, frame);
  const bands = useMemo(() => excursionBands(levelSpans(excursions.data ?? [])), [excursions.data]);
  const values = valuesWithin(points.data ?? emptySeries, span);
  const inUnit = unit.text === null ? '' : ` ${unit.text}`;
  return (
    <Box ref={measure}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 4 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <CursorReadout
            series={points.data ?? emptySeries}
            cursor={cursor}
            unit={unit.text}
            hint={`${signal.alias} (${tag.name})`}
          />
        </Box>
        <ViewSwitch view={view} onView={setView} />
      </Stack>
      <ShownAnnotations twinId={twinId} tagId={tag.id} range={range}>
        <PointsView
          name={signal.alias}
          tagId={tag.id}
          unit={unit.text}
          points={points}
          view={view}
          range={range}
          limits={limits}
          bands={bands}
          frame={frame}
          height={height}
          cursor={cursor}
          wheelNeedsFocus
          onCursor={setCursor}
          onRange={dispatch}
        />
      </ShownAnnotations>
      {values === null ? null : (
        <Typography variant="body2">{`During the excursion: ${spread(values)}${inUnit}`}</Typography>
      )}
    </Box>
  );
}
