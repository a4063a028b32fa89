import type { Range } from './range.ts';

/**
 * Horizontal position of the plot in a chart, in pixels. All charts and lanes of a page share one frame, so that they
 * line up.
 */
export interface PlotFrame {
  /** Width of the whole chart. */
  width: number;
  left: number;
  right: number;
  /** Whether the right margin has room for limit labels. */
  hasLabels: boolean;
}

/** Space above and below every plot. */
export const top = 12;
export const bottom = 28;

const narrow = 760;
/** Room for a value of eight digits. */
export const gutter = 76;

/** The frame for a chart of a given width. It has a margin for limit labels if there are limits and enough room. */
export function plotFrame(width: number, hasLimits: boolean): PlotFrame {
  const hasLabels = hasLimits && width >= narrow;
  return { width, left: gutter, right: hasLabels ? 196 : 12, hasLabels };
}

export const plotWidth = ({ width, left, right }: PlotFrame): number => Math.max(1, width - left - right);
export const plotHeight = (height: number): number => Math.max(1, height - top - bottom);

/** Converts a time to pixels from the left edge of the chart. */
export function toX(time: number, range: Range, frame: PlotFrame): number {
  return frame.left + ((time - range.from) / (range.to - range.from)) * plotWidth(frame);
}

/** Converts pixels from the left edge to a time, limited to the plot. */
export function timeAt(x: number, range: Range, frame: PlotFrame): number {
  const share = Math.min(1, Math.max(0, (x - frame.left) / plotWidth(frame)));
  return range.from + share * (range.to - range.from);
}

/** Converts a value to pixels from the top edge of a chart of the given height. */
export function toY(value: number, axis: { min: number; max: number }, height: number): number {
  return top + ((axis.max - value) / (axis.max - axis.min)) * plotHeight(height);
}
