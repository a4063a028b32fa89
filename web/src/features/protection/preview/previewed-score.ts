import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import { durationToMilliseconds } from '@twinward/domain/duration';
import type { KnownEvents } from '@twinward/domain/score/known-events';
import { namedScore } from '@twinward/domain/score/named-score';
import { scoreExcursions } from '@twinward/domain/score/score';
import type { Range } from '../../../ui/chart/range.ts';
import type { ShownScore } from '../simulation/score-view.tsx';
import type { Result } from './use-preview.ts';

/**
 * Scores findings against known events, by the same rules as a saved protection: only excursions that would be stored
 * count.
 *
 * @param observed the part of the visible range that has points
 * @returns null if there are more findings than the preview holds
 */
export function previewedScore(
  { findings, definition: { thresholds } }: Result,
  { events, ...interval }: KnownEvents,
  { knownUntil }: Pick<KnownHistory, 'knownUntil'>,
  observed: Range,
): ShownScore | null {
  if (findings.truncated) return null;
  const kept = findings.excursions.filter(({ threshold }) => thresholds[threshold]?.logExcursion);
  const score = scoreExcursions(kept, events, {
    thresholds: thresholds.length,
    ...observed,
    knownUntil,
    pfInterval: durationToMilliseconds(interval.pfInterval),
  });
  return { ...interval, ...namedScore(score, thresholds) };
}
