import Typography from '@mui/material/Typography';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useMemo } from 'react';
import { inputUnit } from '../../../shared/units/input-unit.ts';
import { useLimits } from '../../../shared/units/use-limits.ts';
import { useShownPoints } from '../../../shared/units/use-shown-points.ts';
import type { excursionBands } from '../../../ui/chart/bands.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import { SignalChart } from '../../../ui/chart/signal-chart.tsx';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import type { ChartView } from '../../../ui/chart/view-switch.tsx';
import type { Preview } from './use-preview.ts';

const chartHeight = 160;
/** The chart of an input, with its limits. */
export function PreviewSignal({
  input,
  result,
  bands,
  chartRange,
  view,
  frame,
  cursor,
  onCursor,
}: {
  input: TagAlias;
  result: NonNullable<Preview['result']>;
  bands: ReturnType<typeof excursionBands>;
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}): ReactNode {
  const tagId = input.mappedTagId!;
  const code = inputUnit(input);
  const limitsOf = useLimits();
  const { points, unit } = useShownPoints(tagId, code, chartRange.range, frame);
  const limits = useMemo(
    () =>
      limitsOf(
        [
          {
            id: 0,
            name: '',
            inputs: [{ alias: input.name, tagId, unit: code }],
            thresholds: result.definition.thresholds.map((threshold, id) => ({ ...threshold, id })),
          },
        ],
        tagId,
        unit,
      ),
    [limitsOf, input.name, tagId, code, result.definition, unit],
  );
  return (
    <SignalChart
      title={
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {input.name}
        </Typography>
      }
      tagName={input.mappedTagName ?? ''}
      name={input.name}
      unit={unit.text}
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
