import type { LevelSpan } from '@twinward/contracts/protections/excursion-span';
import type { LaneSpans } from '../../ui/chart/lane.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { formatTimes } from '../../ui/format/format.ts';
import { levelColor } from '../../ui/format/scales.ts';

/** Lane spans of the level over time, merged by the server. Higher levels are drawn over lower ones. */
export function levelGroups(spans: readonly LevelSpan[]): LaneSpans[] {
  const byLevel = new Map<number, Range[]>();
  for (const { level, start, end } of spans) {
    const span = { from: start, to: end };
    const known = byLevel.get(level);
    if (known) known.push(span);
    else byLevel.set(level, [span]);
  }
  return [...byLevel]
    .sort(([one], [other]) => one - other)
    .map(([level, spans]) => ({ color: levelColor(level), spans }));
}

/** Describes the lane of the level, highest level first: '1000: 2 times, 250: 1 time'. */
export function levelWords(spans: readonly LevelSpan[]): string {
  const counts = new Map<number, number>();
  for (const { level, count } of spans) counts.set(level, (counts.get(level) ?? 0) + count);
  if (counts.size === 0) return 'always 0';
  return [...counts]
    .sort(([one], [other]) => other - one)
    .map(([level, count]) => `${level}: ${formatTimes(count)}`)
    .join(', ');
}

/**
 * Converts level changes to spans. Each lasts until the next change, the last until the latest data. Level 0 is
 * omitted.
 */
export const toLevelSpans = (
  changes: readonly { time: number; level: number }[],
  latest: number,
): LevelSpan[] =>
  changes.flatMap(({ time, level }, index) =>
    level === 0
      ? []
      : [{ level, start: time, end: changes[index + 1]?.time ?? Math.max(time, latest), count: 1 }],
  );
