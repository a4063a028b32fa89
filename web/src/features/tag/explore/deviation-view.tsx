import Typography from '@mui/material/Typography';
import type { ExpectedInput, ExpectedValues } from '@twinward/contracts/protections/expected-value';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useMemo } from 'react';
import { toDeviationSeries } from '../../../shared/api/queries/use-expected-values.ts';
import { useDisplayUnit } from '../../../shared/units/use-display-unit.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import { SignalChart } from '../../../ui/chart/signal-chart.tsx';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import type { ChartView } from '../../../ui/chart/view-switch.tsx';

const none = [] as const;
const height = 160;

/** The deviation of a tag from its expected values as a separate signal, in the measured unit. */
export function DeviationView({
  tag,
  values,
  input,
  ...chart
}: {
  tag: Tag;
  values: ExpectedValues;
  input: ExpectedInput;
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}): ReactNode {
  const { measured } = useDisplayUnit(input.unit);
  const series = useMemo(() => toDeviationSeries(values, input), [values, input]);
  const name = `Deviation of ${tag.name}`;
  const points = { data: series, error: null, refetch: never, isPlaceholderData: false };
  return (
    <SignalChart
      {...chart}
      title={
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      }
      tagName="value minus expected"
      name={name}
      unit={measured}
      points={points as never}
      limits={none}
      bands={none}
      height={height}
    />
  );
}

/** No refetch, since the series is passed as a prop. */
const never = async () => undefined;
