import type { ThresholdSpans } from '@twinward/contracts/protections/excursion-span';
import { type ReactNode, useMemo } from 'react';
import { atRange } from '../../../shared/address/at-range.ts';
import { explorePath } from '../../../shared/address/paths.ts';
import { useLimits } from '../../../shared/units/use-limits.ts';
import { useShownPoints } from '../../../shared/units/use-shown-points.ts';
import { excursionBands, levelSpans } from '../../../ui/chart/bands.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import { SignalChart } from '../../../ui/chart/signal-chart.tsx';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import type { ChartView } from '../../../ui/chart/view-switch.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { listLimiting, type PickedSignal } from './pick-signals.ts';

const height = 124;

/** A signal of the twin with the limits and excursions of its protections. */
export function LatelySignal({
  twinId,
  signal,
  excursions,
  ...chart
}: {
  twinId: number;
  signal: PickedSignal;
  /** Excursions of all protections of the twin. */
  excursions: readonly ThresholdSpans[];
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}): ReactNode {
  const { name, tagId, tagName, protections } = signal;
  const { range } = chart.chartRange;
  const { points, unit } = useShownPoints(tagId, signal.unit, range, chart.frame);
  const findLimits = useLimits();
  const limits = useMemo(
    () => findLimits(listLimiting(signal), tagId, unit),
    [findLimits, signal, tagId, unit],
  );
  const bands = useMemo(() => {
    const own = new Set(protections.map(({ id }) => id));
    return excursionBands(levelSpans(excursions.filter(({ protectionId }) => own.has(protectionId))));
  }, [protections, excursions]);
  return (
    <SignalChart
      {...chart}
      title={
        <TextLink
          to={atRange(explorePath(twinId, tagId), range)}
          variant="body2"
          color="inherit"
          sx={{ fontWeight: 600, lineHeight: '24px' }}
        >
          {name}
        </TextLink>
      }
      tagName={tagName ?? ''}
      name={name}
      tagId={tagId}
      unit={unit.text}
      points={points}
      limits={limits}
      bands={bands}
      height={height}
    />
  );
}
