import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import type { Score } from './score.ts';

/** A score with the names of thresholds and events, as returned and displayed. */
export type NamedScore = Omit<ProtectionScore, 'from' | 'to' | 'pfInterval' | 'pfSource' | 'advisories'>;

/** Adds the names of thresholds and events to a score. */
export function namedScore(
  { thresholds: own, outcomes, ...standing }: Score,
  thresholds: readonly { name: string; level: number | null }[],
): NamedScore {
  return {
    ...standing,
    notices: [...standing.notices],
    thresholds: own.map((one, index) => ({
      index,
      name: thresholds[index]!.name,
      level: thresholds[index]!.level,
      ...one,
      notices: [...one.notices],
    })),
    events: outcomes.map(({ event: { type, id, name, begin, time }, isCaught, notice, thresholds: by }) => ({
      type,
      id,
      name,
      begin: new Date(begin).toISOString(),
      time: new Date(time).toISOString(),
      isCaught,
      notice,
      thresholds: [...by],
    })),
  };
}
