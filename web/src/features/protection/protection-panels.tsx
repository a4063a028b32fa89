import Box from '@mui/material/Box';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { DAY } from '@twinward/domain/duration';
import { type ReactNode, useMemo, useState } from 'react';
import { useTags } from '../../shared/api/queries/use-tag.ts';
import { useTagWork, workSpans } from '../../shared/work/tag-work.ts';
import { extentOf } from '../../ui/chart/extent.ts';
import { limitsFor } from '../../ui/chart/limits.ts';
import { plotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../ui/chart/view-switch.tsx';
import { LoadingRows } from '../../ui/feedback/states.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProtectionPanel } from './protection-panel.tsx';

/** The default range is recent; the whole extent is one click away. */
const lately = { kind: 'preset', preset: 'quarter' } as const;
/**
 * The protections of a twin over a shared range. Waits for the extent of their inputs, from which the range is counted
 * back.
 */
export function ProtectionPanels({
  twinId,
  protections,
}: {
  twinId: number;
  protections: readonly ProtectionSummary[];
}): ReactNode {
  const tagIds = [...new Set(protections.flatMap(({ inputs }) => inputs.map(({ tagId }) => tagId)))];
  const tags = useTags(tagIds);
  const work = useTagWork(workTagsOf(protections));
  const points = extentOf(tags.flatMap(({ data }) => (data === undefined ? [] : [data])));
  const known = withWork(
    points,
    work.flatMap(({ data }) =>
      workSpans((data?.records ?? []).filter(({ completed }) => completed !== null)),
    ),
  );
  const from = known?.from ?? null;
  const to = known?.to ?? null;
  const extent = useMemo(
    () => (from === null || to === null ? { from: Date.now() - DAY, to: Date.now() } : { from, to }),
    [from, to],
  );
  if ([...tags, ...work].some(({ isPending }) => isPending)) return <LoadingRows rows={10} />;
  return <PanelsOf twinId={twinId} protections={protections} extent={extent} />;
}

/** The tags of work aliases. */
const workTagsOf = (protections: readonly ProtectionSummary[]): number[] => [
  ...new Set(
    protections.flatMap(({ aliases }) =>
      aliases.flatMap(({ type, tagId }) => (type === 'work' && tagId !== null ? [tagId] : [])),
    ),
  ),
];

/** An extent widened by work. */
function withWork(points: Range | null, spans: readonly Range[]): Range | null {
  const all = points === null ? spans : [points, ...spans];
  if (all.length === 0) return null;
  return { from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) };
}

function PanelsOf({
  twinId,
  protections,
  extent,
}: {
  twinId: number;
  protections: readonly ProtectionSummary[];
  extent: Range;
}): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const chartRange = useChartRange(extent, lately);
  const hasLimits = useMemo(
    () => protections.some((each) => each.inputs.some(({ tagId }) => limitsFor(each, tagId).length > 0)),
    [protections],
  );
  const frame = useMemo(() => plotFrame(width, hasLimits), [width, hasLimits]);
  return (
    <Box ref={measure}>
      <RangeBar {...chartRange}>
        <Box sx={{ ml: { sm: 'auto' } }}>
          <ViewSwitch view={view} onView={setView} />
        </Box>
      </RangeBar>
      <PanelList
        twinId={twinId}
        protections={protections}
        extent={extent}
        chartRange={chartRange}
        view={view}
        frame={frame}
      />
    </Box>
  );
}

/** The panels, with a shared cursor. */
function PanelList({
  protections,
  ...shared
}: { protections: readonly ProtectionSummary[] } & Omit<
  PanelProps,
  'protection' | 'cursor' | 'onCursor'
>): ReactNode {
  const [cursor, setCursor] = useState<number | null>(null);
  return protections.map((protection) => (
    <ProtectionPanel
      key={protection.id}
      protection={protection}
      cursor={cursor}
      onCursor={setCursor}
      {...shared}
    />
  ));
}
