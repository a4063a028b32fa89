import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { type ReactNode, useMemo } from 'react';
import { explorePath } from '../../shared/address/paths.ts';
import { convertLimits } from '../../shared/units/display-unit.ts';
import { useShownPoints } from '../../shared/units/use-shown-points.ts';
import type { Band } from '../../ui/chart/chart-option.ts';
import { limitsFor } from '../../ui/chart/limits.ts';
import { SignalChart } from '../../ui/chart/signal-chart.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { PanelProps } from './panel-props.ts';

const chartHeight = 180;

/** The signal of one input of a protection, with the limits set for it and the protection's excursions. */
export function InputSignal({
  twinId,
  protection,
  input,
  bands,
  chartRange,
  view,
  frame,
  cursor,
  onCursor,
}: PanelProps & { input: ProtectionSummary['inputs'][number]; bands: readonly Band[] }): ReactNode {
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
