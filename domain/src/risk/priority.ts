import { DAY } from '../duration.ts';

/** A twin above level 0. Times in epoch milliseconds. */
export interface Candidate {
  /** 1 to 1000. */
  level: number;
  /** Null if unknown. */
  risk: number | null;
  /** Target date of its open advisory. Null without one. */
  targetAt: number | null;
  /** When its failure was first noticed. Null if unknown. */
  since: number | null;
  /** Shortest time from `since` to the failure, in milliseconds. Null if unknown. */
  pfInterval: number | null;
}

export interface Rank {
  /** Risk x level / 1000 x urgency. */
  weightedRisk: number;
  /** Used in place of an unknown risk. Null if the risk is known. */
  assumedRisk: number | null;
  /** From 0 to 1 (act now). */
  urgency: number;
  /** Epoch milliseconds. Null if unknown. */
  actBy: number | null;
  timeSource: 'advisory' | 'pf-interval' | 'none';
}

/** The urgency is a half with this much time left. */
const halfLife = 7 * DAY;
/** The assumed time left if it is unknown. */
const unknownTime = 30 * DAY;

/** Urgency by the time left: 1 when it is over, a half with seven days left, a third with fourteen. */
export const computeUrgency = (timeLeft: number | null): number =>
  1 / (1 + Math.max(0, timeLeft ?? unknownTime) / halfLife);

/**
 * Ranks a twin by urgency. The time to act ends at the target date of its advisory or at the end of the P-F interval of
 * its failure modes, whichever is earlier.
 * @param typicalRisk used for a twin without a risk
 * @param now epoch milliseconds
 */
export function rankTwin(candidate: Candidate, typicalRisk: number, now: number): Rank {
  const { level, risk, targetAt, since, pfInterval } = candidate;
  const failure = since === null || pfInterval === null ? null : since + pfInterval;
  const isByTarget = targetAt !== null && (failure === null || targetAt <= failure);
  const actBy = isByTarget ? targetAt : failure;
  const urgency = computeUrgency(actBy === null ? null : actBy - now);
  return {
    weightedRisk: ((risk ?? typicalRisk) * level * urgency) / 1000,
    assumedRisk: risk === null ? typicalRisk : null,
    urgency,
    actBy,
    timeSource: actBy === null ? 'none' : isByTarget ? 'advisory' : 'pf-interval',
  };
}
