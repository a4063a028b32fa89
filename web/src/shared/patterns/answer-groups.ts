import type { AnswerSpan } from '@twinward/contracts/protections/pattern-answer';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { timeInside } from '../../ui/chart/blocks.ts';
import type { LaneSpans } from '../../ui/chart/lane.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { formatSpan } from '../../ui/format/format.ts';

const listRanges = (spans: readonly AnswerSpan[], { id }: PatternOfSet): Range[] =>
  spans.filter(({ patternId }) => patternId === id).map(({ start, end }) => ({ from: start, to: end }));

/** The answers as spans of a lane. The default pattern comes first, so that the others are drawn over it. */
export const answerGroups = (spans: readonly AnswerSpan[], patterns: readonly PatternOfSet[]): LaneSpans[] =>
  patterns.map((pattern) => ({ color: pattern.color, spans: listRanges(spans, pattern) }));

/** The patterns with answers in a range. */
export const patternsWithin = (
  spans: readonly AnswerSpan[],
  patterns: readonly PatternOfSet[],
  range: Range,
): PatternOfSet[] => patterns.filter((pattern) => timeInside(listRanges(spans, pattern), range) > 0);

/** Describes the answers in a range: the total duration of each pattern. */
export function answersInWords(
  spans: readonly AnswerSpan[],
  patterns: readonly PatternOfSet[],
  range: Range,
): string {
  const parts = patternsWithin(spans, patterns, range).map(
    (pattern) => `${pattern.name} for ${formatSpan(timeInside(listRanges(spans, pattern), range))}`,
  );
  return `Pattern: ${parts.length === 0 ? 'no answers in this range' : parts.join(', ')}`;
}

/** Converts changes of the answer to spans. @param until end of the last span, epoch milliseconds */
export const spansOfChanges = (
  changes: readonly { time: number; pattern: number | null }[],
  patterns: readonly PatternOfSet[],
  until: number,
): AnswerSpan[] =>
  changes.flatMap(({ time, pattern }, index) => {
    const patternId = pattern === null ? undefined : patterns[pattern]?.id;
    if (patternId === undefined) return [];
    return [{ patternId, start: time, end: changes[index + 1]?.time ?? Math.max(time, until), count: 1 }];
  });
