import { type PlotFrame, plotWidth, xOf } from './plot.ts';
import type { Range } from './range.ts';

/** A piece of a lane in pixels from the left edge of a chart. */
export interface Block {
  left: number;
  width: number;
}

const thinnest = 2;

/**
 * Stretches of time as blocks of a lane, cut to the plot. Thin ones stay visible, and those that would touch
 * are one, so that a lane of thousands is drawn with hundreds.
 *
 * @param spans in order of their beginnings
 */
export function laneBlocks(spans: readonly Range[], range: Range, frame: PlotFrame): Block[] {
  const start = frame.left;
  const end = start + plotWidth(frame);
  const blocks: Block[] = [];
  for (const span of spans) {
    if (span.to < range.from || span.from > range.to) continue;
    const left = Math.max(start, xOf(span.from, range, frame));
    const right = Math.min(end, Math.max(left + thinnest, xOf(span.to, range, frame)));
    const last = blocks.at(-1);
    if (last && left <= last.left + last.width + 1) {
      last.width = Math.max(last.width, right - last.left);
    } else {
      blocks.push({ left: Math.min(left, end - thinnest), width: right - Math.min(left, end - thinnest) });
    }
  }
  return blocks;
}

/** How long the spans last inside a range together, in milliseconds; they do not overlap. */
export const timeInside = (spans: readonly Range[], range: Range): number =>
  spans.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)),
    0,
  );
