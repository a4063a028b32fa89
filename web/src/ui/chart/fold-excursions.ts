import type { LevelSpan } from './bands.ts';
import { type PlotFrame, plotWidth } from './plot.ts';
import type { Range } from './range.ts';

/** Excursions of one threshold as the server has merged them, with its level. */
export interface CountedSpan extends LevelSpan {
  /** How many excursions it stands for. */
  count: number;
}

/** An excursion at this scale, or several short ones that follow each other. */
export interface ExcursionBlock extends CountedSpan {
  /** Whether it stands for several, with gaps between them. */
  isFolded: boolean;
}

/** A narrower excursion is short at this scale, pixels. */
const narrow = 6;
/** Short excursions with a narrower gap follow each other, pixels. */
const close = 12;
/** Fewer stay blocks of their own. */
const fewestFolded = 3;

/**
 * The excursions of a range as blocks, the lowest level first: drawn in this order, the highest level is seen. At least
 * three short excursions close to each other become one block with their number.
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
  for (const run of runsOf(inside.filter(isShort), close * pixel)) {
    const count = run.reduce((sum, span) => sum + span.count, 0);
    if (count < fewestFolded) blocks.push(...run.map((span) => ({ ...span, isFolded: false })));
    else blocks.push({ ...around(run), count, isFolded: true });
  }
  return blocks.sort((one, other) => (one.level ?? -1) - (other.level ?? -1));
}

/** Splits spans, ordered by start, where a gap is longer than `gap` ms. */
function runsOf(spans: readonly CountedSpan[], gap: number): CountedSpan[][] {
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
