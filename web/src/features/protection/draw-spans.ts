import type { DrawnSpan } from '@twinward/contracts/protections/excursion-span';
import { type PlotFrame, plotWidth, xOf } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';

export const trackHeight = 12;
const thinnest = 2;

/** What of a canvas's context drawing takes; a test gives less than a browser. */
export type Ink = Pick<CanvasRenderingContext2D, 'clearRect' | 'fillRect' | 'fillStyle' | 'globalAlpha'>;

/**
 * Draws stretches of time on the track of one threshold, the times of `range` across the plot of `frame`. A stretch
 * that merges many excursions is drawn paler, since there are gaps within it.
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
    const from = Math.max(left, xOf(start, range, frame));
    const to = Math.min(right, Math.max(from + thinnest, xOf(end, range, frame)));
    ink.globalAlpha = count > 1 && to - from > 2 * thinnest ? 0.6 : 1;
    ink.fillRect(Math.min(from, right - thinnest), 0, Math.max(thinnest, to - from), trackHeight);
  }
}
