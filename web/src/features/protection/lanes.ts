import type { Excursion, LevelChange } from '@twinward/contracts/protections/protection';
import type { Threshold } from '@twinward/contracts/protections/threshold';
import { excursionSpan, overlaps } from '../../ui/chart/bands.ts';
import { timeInside } from '../../ui/chart/blocks.ts';
import type { LaneSpans } from '../../ui/chart/lane.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { formatCount, formatSpan } from '../../ui/format/format.ts';
import { levelColor } from '../../ui/format/scales.ts';

/** The time line of one threshold: its excursions in a range, and what they come to. */
export interface ThresholdLane {
  threshold: Threshold;
  groups: LaneSpans[];
  summary: string;
}

/** A lane for each threshold, in the protection's order. */
export function thresholdLanes(
  thresholds: readonly Threshold[],
  excursions: readonly Excursion[],
  range: Range,
  latest: number,
): ThresholdLane[] {
  return thresholds.map((threshold) => {
    const own = excursions.filter(
      (excursion) => excursion.thresholdId === threshold.id && overlaps(excursion, range),
    );
    const spans = own
      .map((excursion) => excursionSpan(excursion, latest))
      .sort((one, other) => one.from - other.from);
    const isOpen = own.some(({ end }) => end === null);
    return {
      threshold,
      groups: [{ color: levelColor(threshold.level), spans }],
      summary: summaryOf(spans, range) + (isOpen ? ', open' : ''),
    };
  });
}

function summaryOf(spans: readonly Range[], range: Range): string {
  if (spans.length === 0) return 'no excursions';
  const count = spans.length === 1 ? '1 excursion' : `${formatCount(spans.length)} excursions`;
  return `${count}, ${formatSpan(timeInside(spans, range))}`;
}

/** The level over time: each change holds until the next, the last until the latest data. Level 0 is left blank. */
export function levelGroups(changes: readonly LevelChange[], latest: number): LaneSpans[] {
  const byLevel = new Map<number, Range[]>();
  changes.forEach(({ time, level }, index) => {
    if (level === 0) return;
    const from = Date.parse(time);
    const next = changes[index + 1];
    const to = next ? Date.parse(next.time) : Math.max(from, latest);
    byLevel.set(level, [...(byLevel.get(level) ?? []), { from, to }]);
  });
  return [...byLevel]
    .sort(([one], [other]) => one - other)
    .map(([level, spans]) => ({ color: levelColor(level), spans }));
}
