import { DAY } from '../duration.ts';

/** A twin above level 0. Times in epoch milliseconds. */
export interface Candidate {
  /** 1 to 1000. */
  level: number;
  /** Null where it is not known. */
  risk: number | null;
  /** When its open advisory is due; null without one. */
  targetAt: number | null;
  /** When its failure is first noticed; null where that is not known. */
  since: number | null;
  /** Shortest time from there to the failure, in milliseconds; null where none is known. */
  pfInterval: number | null;
}

export interface Rank {
  /** Risk x level / 1000 x urgency. */
  weightedRisk: number;
  /** Counted in place of an unknown risk; null where the risk is known. */
  assumedRisk: number | null;
  /** From 1, act now, to 0. */
  urgency: number;
  /** Epoch milliseconds; null where no time is known. */
  actBy: number | null;
  timeSource: 'advisory' | 'pf-interval' | 'none';
}

/** With so much time left the urgency is a half. */
const halfLife = 7 * DAY;
/** The time left where none is known. */
const unknownTime = 30 * DAY;

/** Urgency by the time left: 1 when it is over, a half with seven days left, a third with fourteen. */
export const urgencyOf = (timeLeft: number | null): number =>
  1 / (1 + Math.max(0, timeLeft ?? unknownTime) / halfLife);

/**
 * How urgent a twin is among others. The time to act ends at the target date of its advisory, or with the P-F interval of
 * its failure modes, whichever is earlier.
 * @param typicalRisk counted for a twin without a risk
 * @param now epoch milliseconds
 */
export function rankOf(candidate: Candidate, typicalRisk: number, now: number): Rank {
  const { level, risk, targetAt, since, pfInterval } = candidate;
  const failure = since === null || pfInterval === null ? null : since + pfInterval;
  const isByTarget = targetAt !== null && (failure === null || targetAt <= failure);
  const actBy = isByTarget ? targetAt : failure;
  const urgency = urgencyOf(actBy === null ? null : actBy - now);
  return {
    weightedRisk: ((risk ?? typicalRisk) * level * urgency) / 1000,
    assumedRisk: risk === null ? typicalRisk : null,
    urgency,
    actBy,
    timeSource: actBy === null ? 'none' : isByTarget ? 'advisory' : 'pf-interval',
  };
}
