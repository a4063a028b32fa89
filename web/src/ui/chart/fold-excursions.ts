import type { LevelSpan } from './bands.ts';
import { type PlotFrame, plotWidth } from './plot.ts';
import type { Range } from './range.ts';

/** A span of one or more excursions of a threshold, merged by the server. */
export interface CountedSpan extends LevelSpan {
  /** Number of merged excursions. */
  count: number;
}

/** A block for one excursion, or for several short ones close to each other. */
export interface ExcursionBlock extends CountedSpan {
  /** Whether the block merges several spans with gaps between them. */
  isFolded: boolean;
}

/** Excursions narrower than this are short, in pixels. */
const narrow = 6;
/** Short excursions with a smaller gap are merged, in pixels. */
const close = 12;
/** Minimum number of excursions to merge; fewer keep separate blocks. */
const fewestFolded = 3;

/**
 * Returns the blocks of the excursions in a range, the lowest level first, so that the highest level is drawn on top.
 * Three or more short excursions close to each other are merged into one block with their count.
 */
export function foldExcursions(
  spans: readonly CountedSpan[],
  range: Range,
  frame: PlotFrame,
): ExcursionBlock[] {
  const pixel = (range.to - range.from) / plotWidth(frame);
  const inside = spans
    .filter(({ from, to }) => from < range.to && to >= range.from)
    .sort((one, other) => one.from - other.from);
  const isShort = ({ from, to }: Range) => to - from < narrow * pixel;
  const blocks: ExcursionBlock[] = inside
    .filter((span) => !isShort(span))
    .map((span) => ({ ...span, isFolded: false }));
  for (const run of splitRuns(inside.filter(isShort), close * pixel)) {
    const count = run.reduce((sum, span) => sum + span.count, 0);
    if (count < fewestFolded) blocks.push(...run.map((span) => ({ ...span, isFolded: false })));
    else blocks.push({ ...around(run), count, isFolded: true });
  }
  return blocks.sort((one, other) => (one.level ?? -1) - (other.level ?? -1));
}

/** Splits spans, ordered by start, where a gap is longer than `gap` ms. */
function splitRuns(spans: readonly CountedSpan[], gap: number): CountedSpan[][] {
  const runs: CountedSpan[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    if (span.from - end > gap) runs.push([span]);
    else runs.at(-1)!.push(span);
    end = Math.max(end, span.to);
  }
  return runs;
}

/** From the first start to the last end, at the highest level. */
const around = (run: readonly CountedSpan[]): LevelSpan => ({
  from: run[0]!.from,
  to: Math.max(...run.map(({ to }) => to)),
  level: highestLevel(run),
});

/** The highest level; null where no span has one. */
export const highestLevel = (spans: readonly Pick<LevelSpan, 'level'>[]): number | null =>
  spans.reduce<number | null>(
    (highest, { level }) => (level === null ? highest : Math.max(level, highest ?? level)),
    null,
  );
