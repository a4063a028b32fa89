import type { DrawnSpan } from '@twinward/contracts/core/drawn-span';
import { type PlotFrame, plotWidth, toX } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';

export const trackHeight = 12;
const thinnest = 2;

/** The part of a canvas context that drawing uses, so that tests can fake it. */
export type Ink = Pick<CanvasRenderingContext2D, 'clearRect' | 'fillRect' | 'fillStyle' | 'globalAlpha'>;

/**
 * Draws spans on the track of a threshold, scaled from the times of `range` to the plot of `frame`. A span that merges
 * several excursions is paler, since it contains gaps.
 */
export function drawSpans(
  ink: Ink,
  spans: readonly DrawnSpan[],
  { range, frame, color, track }: { range: Range; frame: PlotFrame; color: string; track: string },
): void {
  const left = frame.left;
  const right = left + plotWidth(frame);
  ink.clearRect(0, 0, frame.width, trackHeight);
  ink.globalAlpha = 1;
  ink.fillStyle = track;
  ink.fillRect(left, 0, right - left, trackHeight);
  ink.fillStyle = color;
  for (const { start, end, count } of spans) {
    if (end < range.from || start > range.to) continue;
    const from = Math.max(left, toX(start, range, frame));
    const to = Math.min(right, Math.max(from + thinnest, toX(end, range, frame)));
    ink.globalAlpha = count > 1 && to - from > 2 * thinnest ? 0.6 : 1;
    ink.fillRect(Math.min(from, right - thinnest), 0, Math.max(thinnest, to - from), trackHeight);
  }
}
