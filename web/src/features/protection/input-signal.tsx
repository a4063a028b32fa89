import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { type ReactNode, useMemo } from 'react';
import { explorePath, workPath } from '../../shared/address/paths.ts';
import { convertLimits } from '../../shared/units/display-unit.ts';
import { useShownPoints } from '../../shared/units/use-shown-points.ts';
import { useTagWork, workSpans } from '../../shared/work/tag-work.ts';
import { WorkTable } from '../../shared/work/work-table.tsx';
import type { Band } from '../../ui/chart/chart-option.ts';
import { EventLane } from '../../ui/chart/event-lane.tsx';
import { limitsFor } from '../../ui/chart/limits.ts';
import { SignalChart } from '../../ui/chart/signal-chart.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { PanelProps } from './panel-props.ts';

const chartHeight = 180;

type SignalProps = PanelProps & {
  input: ProtectionSummary['inputs'][number];
  bands: readonly Band[];
};

/** An input of a protection: its signal, or the completed work of a work alias. */
export function InputSignal(props: SignalProps): ReactNode {
  const { protection, input } = props;
  const isWork = protection.aliases.some(({ alias, type }) => alias === input.alias && type === 'work');
  return isWork ? <CompletedWork {...props} /> : <PointSignal {...props} />;
}

/** The completed work of an input, on the signals' time axis or as a table. */
function CompletedWork({ twinId, input, chartRange: { range }, view, frame }: SignalProps): ReactNode {
  const { palette } = useTheme();
  const [work] = useTagWork([input.tagId]);
  const records = (work?.data?.records ?? []).filter(({ completed }) => completed !== null);
  if (work?.error) {
    return (
      <ErrorState
        error={work.error}
        fallback="The work could not be loaded."
        onRetry={() => void work.refetch()}
      />
    );
  }
  const name = `${input.alias}: completed work`;
  if (view === 'table') {
    const inside = records.filter(({ completed }) => {
      const time = Date.parse(completed!);
      return time >= range.from && time < range.to;
    });
    return (
      <Box sx={{ pt: 4 }}>
        <TextLink to={workPath(twinId)} variant="body2" color="inherit" sx={{ fontWeight: 600 }}>
          {name}
        </TextLink>
        <WorkTable label={name} records={inside} />
      </Box>
    );
  }
  const groups = [{ color: palette.text.secondary, spans: workSpans(records) }];
  return <EventLane name={name} groups={groups} range={range} frame={frame} />;
}

/** The signal of an input, with its limits and the protection's excursions. */
function PointSignal({
  twinId,
  protection,
  input,
  bands,
  chartRange,
  view,
  frame,
  cursor,
  onCursor,
}: SignalProps): ReactNode {
  const { points, unit: shown } = useShownPoints(input.tagId, input.unit, chartRange.range, frame);
  const limits = useMemo(
    () => convertLimits(limitsFor(protection, input.tagId), shown),
    [protection, input.tagId, shown],
  );
  const unit = shown.text;
  return (
    <SignalChart
      title={
        <TextLink
          to={explorePath(twinId, input.tagId)}
          variant="body2"
          color="inherit"
          sx={{ fontWeight: 600 }}
        >
          {input.alias}
        </TextLink>
      }
      tagName={input.tagName}
      name={input.alias}
      unit={unit}
      points={points}
      view={view}
      chartRange={chartRange}
      limits={limits}
      bands={bands}
      frame={frame}
      height={chartHeight}
      cursor={cursor}
      onCursor={onCursor}
    />
  );
}
