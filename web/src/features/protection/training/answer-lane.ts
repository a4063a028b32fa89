import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { VersionComparison } from '@twinward/contracts/protections/pattern-version';
import type { LaneSpans } from '../../../ui/chart/lane.tsx';
import type { Range } from '../../../ui/chart/range.ts';

/**
 * The answers of a model as spans of a lane, in the colours of their patterns. The default pattern and missing answers
 * are not drawn.
 *
 * @param until end of the last answer, epoch milliseconds
 */
export function answerSpans(
  changes: VersionComparison['version']['changes'],
  patterns: readonly PatternOfSet[],
  until: number,
): LaneSpans[] {
  const spans = new Map<number, Range[]>();
  for (const [index, { time, patternId }] of changes.entries()) {
    if (patternId === null) continue;
    const next = changes[index + 1];
    const span = { from: Date.parse(time), to: next === undefined ? until : Date.parse(next.time) };
    const known = spans.get(patternId);
    if (known) known.push(span);
    else spans.set(patternId, [span]);
  }
  return patterns
    .filter((one) => !one.default && spans.has(one.id))
    .map(({ id, color }) => ({ color, spans: spans.get(id)! }));
}
