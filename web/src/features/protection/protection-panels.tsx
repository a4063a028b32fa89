import Box from '@mui/material/Box';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { DAY } from '@twinward/domain/duration';
import { limitsFor } from '@twinward/domain/limits';
import { type ReactNode, useMemo, useState } from 'react';
import { Annotated } from '../../shared/annotation/annotated.tsx';
import { useDataExtent } from '../../shared/api/queries/use-data-extent.ts';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { plotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../ui/chart/view-switch.tsx';
import { LoadingRows } from '../../ui/feedback/states.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProtectionPanel } from './protection-panel.tsx';

/** The default range. */
const lately = { kind: 'preset', preset: 'quarter' } as const;
/**
 * The protections of a twin over a shared range. Waits for the extent of their inputs, since the range ends at the
 * latest data.
 */
export function ProtectionPanels({
  twinId,
  protections,
}: {
  twinId: number;
  protections: readonly ProtectionSummary[];
}): ReactNode {
  const tagIds = protections.flatMap(({ aliases, inputs }) => [
    ...inputs.map(({ alias, tagId }) => ({
      type: aliases.find((each) => each.alias === alias)?.type ?? ('data_point' as const),
      tagId,
    })),
    ...aliases.flatMap(({ type, tagId }) => (tagId === null ? [] : [{ type, tagId }])),
  ]);
  const { extent: known, isPending } = useDataExtent(tagIds);
  const extent = useMemo(() => known ?? { from: Date.now() - DAY, to: Date.now() }, [known]);
  if (isPending) return <LoadingRows rows={10} />;
  return <Panels twinId={twinId} protections={protections} extent={extent} />;
}

function Panels({
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
  const { data: twin } = useTwin(twinId);
  const tags = useMemo(() => {
    const inputs = protections.flatMap((each) => each.inputs);
    const names = new Map(inputs.map(({ tagId, tagName }) => [tagId, tagName ?? '']));
    return [...names].map(([id, name]) => ({ id, name }));
  }, [protections]);
  const hasLimits = useMemo(
    () => protections.some((each) => each.inputs.some(({ tagId }) => limitsFor(each, tagId).length > 0)),
    [protections],
  );
  const frame = useMemo(() => plotFrame(width, hasLimits), [width, hasLimits]);
  return (
    <Box ref={measure}>
      <Annotated
        twinId={twinId}
        twinName={twin?.assetName ?? ''}
        tags={tags}
        range={chartRange.range}
        onRange={chartRange.dispatch}
      >
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
      </Annotated>
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
