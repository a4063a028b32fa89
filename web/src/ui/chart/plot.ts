import type { Range } from './range.ts';

/**
 * Where the plot lies across a chart, in pixels. One frame serves all charts and lanes of a page, so that
 * they line up.
 */
export interface PlotFrame {
  /** Of the whole chart. */
  width: number;
  left: number;
  right: number;
  /** Whether the right margin has room for the names of limits. */
  hasLabels: boolean;
}

/** Space above and below every plot. */
export const top = 12;
export const bottom = 28;

const narrow = 760;
/** Room for a value of eight digits. */
export const gutter = 76;

/** The frame of charts of a width; with a margin for the names of limits where there are any, and room. */
export function plotFrame(width: number, hasLimits: boolean): PlotFrame {
  const hasLabels = hasLimits && width >= narrow;
  return { width, left: gutter, right: hasLabels ? 196 : 12, hasLabels };
}

export const plotWidth = ({ width, left, right }: PlotFrame): number => Math.max(1, width - left - right);
export const plotHeight = (height: number): number => Math.max(1, height - top - bottom);

/** Pixels from the left edge of a chart at which a time is drawn. */
export function xOf(time: number, range: Range, frame: PlotFrame): number {
  return frame.left + ((time - range.from) / (range.to - range.from)) * plotWidth(frame);
}

/** The time that is drawn at pixels from the left edge; inside the plot. */
export function timeAt(x: number, range: Range, frame: PlotFrame): number {
  const share = Math.min(1, Math.max(0, (x - frame.left) / plotWidth(frame)));
  return range.from + share * (range.to - range.from);
}

/** Pixels from the top edge of a chart of a height at which a value is drawn. */
export function yOf(value: number, axis: { min: number; max: number }, height: number): number {
  return top + ((axis.max - value) / (axis.max - axis.min)) * plotHeight(height);
}
