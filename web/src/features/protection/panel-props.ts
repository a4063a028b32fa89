import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import type { ChartRange } from '../../ui/chart/use-chart-range.ts';
import type { ChartView } from '../../ui/chart/view-switch.tsx';

/** Props of a protection's panel in the Monitor; all panels share range, plot frame and cursor. */
export interface PanelProps {
  twinId: number;
  protection: ProtectionSummary;
  extent: Range;
  chartRange: ChartRange;
  view: ChartView;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
}
