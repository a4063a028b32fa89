import { type PlotFrame, plotWidth } from './plot.ts';
import type { Range } from './range.ts';
import { choosePoints } from './resolution.ts';
import { useSettled } from './use-settled.ts';

/** Query parameters of calls that merge events to the resolution of a chart. */
export interface DrawnRange {
  from: string;
  to: string;
  columns: string;
}

/** Placeholder for a disabled query. */
export const noRange: DrawnRange = { from: '0', to: '1', columns: '1' };

const mostColumns = 4000;

/**
 * Returns the query parameters for drawing the spans of a range and of some time on either side; null while the chart
 * has no width. Debounced. Small moves of the range return the same parameters.
 */
export function useDrawnRange(range: Range, frame: PlotFrame): DrawnRange | null {
  const request = useSettled(frame.width > 0 ? choosePoints(range, plotWidth(frame)) : null);
  if (request === null) return null;
  const { from, to, buckets } = request;
  return { from: String(from), to: String(to), columns: String(Math.min(mostColumns, buckets)) };
}

/** Debounces a range for calls that return counts, rounded outward to whole milliseconds. */
export function useExactRange(range: Range): { from: string; to: string } {
  const whole = { from: Math.floor(range.from), to: Math.ceil(range.to) };
  const { from, to } = useSettled(whole) ?? whole;
  return { from: String(from), to: String(to) };
}
