import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo } from 'react';
import { explorePath } from '../../../shared/address/paths.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import type { ChartView } from '../../../ui/chart/view-switch.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useHasBeenNear } from '../../../ui/page/use-has-been-near.ts';
import { ProtectionSignal } from '../protection-signal.tsx';

/** A point input of a protection. */
export interface SignalInput {
  alias: string;
  tagId: number;
  tagName: string;
  unit: string | null;
}

/** Maximum number of signals with full height. More signals are drawn lower, so that several fit on a screen. */
const few = 4;
const heights = { few: 160, many: 112 };
/** Height of a signal's name, which is shown while its points are loading. */
const titleHeight = 28;
const noBands = [] as const;

/** The signals of all inputs, stacked on a shared time axis. Each is loaded when it comes near the viewport. */
export function Signals({
  twinId,
  inputs,
  ...chart
}: {
  twinId: number;
  inputs: readonly SignalInput[];
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}): ReactNode {
  const height = inputs.length > few ? heights.many : heights.few;
  return inputs.map((input) => (
    <Signal key={input.alias} twinId={twinId} input={input} height={height} {...chart} />
  ));
}

function Signal({
  twinId,
  input,
  ...chart
}: {
  twinId: number;
  input: SignalInput;
  height: number;
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}): ReactNode {
  const [element, isNear] = useHasBeenNear();
  const { alias, tagId, tagName, unit } = input;
  const protection = useMemo(
    () => ({ id: 0, name: '', inputs: [{ alias, tagId, unit }], thresholds: [] }),
    [alias, tagId, unit],
  );
  return (
    <Box ref={element} sx={{ minHeight: chart.height + titleHeight }}>
      {isNear ? (
        <ProtectionSignal
          {...chart}
          input={{ name: alias, tagId, tagName, unit }}
          protection={protection}
          bands={noBands}
          title={
            // Above the brush layer.
            <Typography variant="body2" sx={{ position: 'relative', zIndex: 2, fontWeight: 600 }}>
              <TextLink
                to={explorePath(twinId, tagId)}
                color="inherit"
                variant="inherit"
                sx={{ display: 'inline-block', lineHeight: '24px' }}
              >
                {alias}
              </TextLink>
            </Typography>
          }
        />
      ) : null}
    </Box>
  );
}
