import Typography from '@mui/material/Typography';
import type { Limiting } from '@twinward/domain/limits';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { convertSeries } from '../../shared/units/display-unit.ts';
import { useLimits } from '../../shared/units/use-limits.ts';
import { useShownPoints } from '../../shared/units/use-shown-points.ts';
import { SignalChart } from '../../ui/chart/signal-chart.tsx';

/** The signal of a protection's input in the display unit, with its limits. */
export function ProtectionSignal({
  input: { name, tagId, tagName, unit },
  protection,
  title,
  ...chart
}: {
  input: { name: string; tagId: number; tagName: string | null; unit: string | null };
  /** Must be stable across renders. */
  protection: Limiting;
  /** Shown instead of the name. */
  title?: ReactNode;
} & Omit<
  ComponentProps<typeof SignalChart>,
  'title' | 'tagName' | 'name' | 'unit' | 'points' | 'limits'
>): ReactNode {
  const { points, unit: shown } = useShownPoints(tagId, unit, chart.chartRange.range, chart.frame);
  const expected = useMemo(
    () => chart.expected && convertSeries(chart.expected, shown),
    [chart.expected, shown],
  );
  const findLimits = useLimits();
  const limits = useMemo(
    () => findLimits([protection], tagId, shown),
    [findLimits, protection, tagId, shown],
  );
  return (
    <SignalChart
      {...chart}
      title={
        title ?? (
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
        )
      }
      tagName={tagName ?? ''}
      name={name}
      tagId={tagId}
      unit={shown.text}
      points={points}
      limits={limits}
      expected={expected}
    />
  );
}
