import { type PlotFrame, plotWidth, toX } from './plot.ts';
import type { Range } from './range.ts';

/** A block of a lane, in pixels from the left edge of the chart. */
export interface Block {
  left: number;
  width: number;
}

const thinnest = 2;

/**
 * Converts spans to blocks of a lane, clipped to the plot. Thin blocks get a minimum width, and blocks that would touch
 * are merged, so a lane with thousands of spans draws only hundreds of blocks.
 *
 * @param spans ordered by start
 */
export function laneBlocks(spans: readonly Range[], range: Range, frame: PlotFrame): Block[] {
  const start = frame.left;
  const end = start + plotWidth(frame);
  const blocks: Block[] = [];
  for (const span of spans) {
    if (span.to < range.from || span.from > range.to) continue;
    const left = Math.max(start, toX(span.from, range, frame));
    const right = Math.min(end, Math.max(left + thinnest, toX(span.to, range, frame)));
    const last = blocks.at(-1);
    if (last && left <= last.left + last.width + 1) {
      last.width = Math.max(last.width, right - last.left);
    } else {
      blocks.push({ left: Math.min(left, end - thinnest), width: right - Math.min(left, end - thinnest) });
    }
  }
  return blocks;
}

/** Total duration of the spans inside a range, in milliseconds. The spans must not overlap. */
export const timeInside = (spans: readonly Range[], range: Range): number =>
  spans.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)),
    0,
  );
