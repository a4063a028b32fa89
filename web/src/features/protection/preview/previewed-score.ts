import type { KnownHistory } from '@twinward/contracts/protections/protection-score';
import { isWithin, namedScore, scoreExcursions } from '@twinward/domain/score/score';
import type { Range } from '../../../ui/chart/range.ts';
import type { ShownScore } from '../simulation/score-view.tsx';
import type { Result } from './use-preview.ts';

/**
 * How what was found stands against what is known to have happened, by the same rules as a protection's record: what
 * is kept for the record counts.
 *
 * @param observed what is looked at, as far as there are points of it
 * @returns null where more was found than the preview holds
 */
export function previewedScore(
  { findings, definition: { thresholds } }: Result,
  { events, ...interval }: KnownHistory,
  observed: Range,
): ShownScore | null {
  if (findings.truncated) return null;
  const within = events.filter((event) => isWithin(event, observed));
  const kept = findings.excursions.filter(({ threshold }) => thresholds[threshold]?.logExcursion);
  const score = scoreExcursions(kept, within, { thresholds: thresholds.length, ...observed });
  return { ...interval, ...namedScore(score, thresholds, within) };
}
