import type { Range } from './range.ts';

/** Where the plot lies inside a chart, in pixels. The same for every chart, so that stacked ones line up. */
export const inset = { left: 56, right: 16, top: 12, bottom: 28 } as const;

export const plotWidth = (width: number): number => Math.max(1, width - inset.left - inset.right);
export const plotHeight = (height: number): number => Math.max(1, height - inset.top - inset.bottom);

/** Pixels from the left edge of a chart of a width at which a time is drawn. */
export function xOf(time: number, range: Range, width: number): number {
  return inset.left + ((time - range.from) / (range.to - range.from)) * plotWidth(width);
}

/** The time that is drawn at pixels from the left edge; inside the plot. */
export function timeAt(x: number, range: Range, width: number): number {
  const share = Math.min(1, Math.max(0, (x - inset.left) / plotWidth(width)));
  return range.from + share * (range.to - range.from);
}

/** Pixels from the top edge of a chart of a height at which a value is drawn. */
export function yOf(value: number, axis: { min: number; max: number }, height: number): number {
  return inset.top + ((axis.max - value) / (axis.max - axis.min)) * plotHeight(height);
}
