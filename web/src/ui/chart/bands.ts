import { levelColor } from '../format/scales.ts';
import type { Band } from './chart-option.ts';
import type { Range } from './range.ts';

/** The time range of an excursion, with its level. */
export interface LevelSpan extends Range {
  /** Null for a threshold without a level. */
  level: number | null;
}

/**
 * Converts excursions to bands in order of time that do not overlap, since overlapping translucent bands would mix
 * their colours. Each band has the colour of the highest open level.
 */
export function excursionBands(excursions: readonly LevelSpan[]): Band[] {
  const spans = excursions.map(({ from, to, level }) => ({ from, to, level: level ?? -1 }));
  const edges = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other);
  const begins = [...spans].sort((one, other) => one.from - other.from);
  const open = new Set<(typeof spans)[number]>();
  const bands: Band[] = [];
  let next = 0;
  edges.forEach((from, index) => {
    for (; begins[next] && begins[next]!.from <= from; next++) open.add(begins[next]!);
    for (const span of open) if (span.to <= from) open.delete(span);
    if (open.size === 0) return;
    const level = Math.max(...[...open].map((span) => span.level));
    const to = edges[index + 1]!;
    const color = levelColor(level < 0 ? null : level);
    const last = bands.at(-1);
    if (last?.to === from && last.color === color) last.to = to;
    else bands.push({ from, to, color });
  });
  return bands;
}

/** Converts spans that the server has merged into spans for bands. */
export const levelSpans = (
  thresholds: readonly { level: number | null; spans: readonly { start: number; end: number }[] }[],
): LevelSpan[] =>
  thresholds.flatMap(({ level, spans }) => spans.map(({ start, end }) => ({ from: start, to: end, level })));
