import { type PlotFrame, plotWidth } from './plot.ts';
import type { Range } from './range.ts';
import { choosePoints } from './resolution.ts';
import { useSettled } from './use-settled.ts';

/** The query of calls that merge what happened to what a chart can show. */
export interface DrawnRange {
  from: string;
  to: string;
  columns: string;
}

/** Stands in where nothing is asked for. */
export const noRange: DrawnRange = { from: '0', to: '1', columns: '1' };

const mostColumns = 4000;

/**
 * What to ask the server for so that spans of a range can be drawn, with some on either side of it; null while the
 * chart has no width. Small moves of the range ask for nothing new.
 */
export function useDrawnRange(range: Range, frame: PlotFrame): DrawnRange | null {
  const request = useSettled(frame.width > 0 ? choosePoints(range, plotWidth(frame)) : null);
  if (request === null) return null;
  const { from, to, buckets } = request;
  return { from: String(from), to: String(to), columns: String(Math.min(mostColumns, buckets)) };
}

/** A range for counted calls, once it no longer changes: in whole milliseconds. */
export function useExactRange(range: Range): { from: string; to: string } {
  const whole = { from: Math.floor(range.from), to: Math.ceil(range.to) };
  const { from, to } = useSettled(whole) ?? whole;
  return { from: String(from), to: String(to) };
}
