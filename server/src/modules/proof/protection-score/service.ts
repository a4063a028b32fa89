import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import { durationToMilliseconds } from '@twinward/domain/duration';
import { findKnownEvents } from '@twinward/domain/score/known-events';
import { namedScore } from '@twinward/domain/score/named-score';
import { type ScoredExcursion, scoreExcursions } from '@twinward/domain/score/score';
import type { Db } from '../../../platform/database/database.ts';
import { latestPoints, oldestTimes } from '../../../series/index.ts';
import { listAdvisoryRecords } from '../../outcomes/advisory/service.ts';
import { getProtection } from '../../protections/protection/service.ts';
import { getKnownHistory } from './history.ts';
import { selectExcursionSpans, selectPointTags } from './store.ts';

export { createMarkedRange, createMarkedRangeIn, deleteMarkedRange, getKnownHistory } from './history.ts';

const eventsAnswered = 500;

/** The excursions to score. Times in epoch milliseconds. */
export interface Scored {
  thresholds: readonly { name: string; level: number | null }[];
  /** Sorted by start. */
  excursions: readonly ScoredExcursion[];
  /** The evaluated range. Only the part with points counts as observed. */
  within: { from: number; to: number };
}

/**
 * Returns the score of a protection over the whole evaluated range.
 * @throws AppError `not-found`.
 */
export async function getScore(db: Db, protectionId: number): Promise<ProtectionScore> {
  const { thresholds, lastEvaluatedDate } = await getProtection(db, protectionId);
  const index = new Map(thresholds.map(({ id }, position) => [id, position]));
  const spans = await selectExcursionSpans(db, protectionId);
  return getScoreOfExcursions(db, protectionId, {
    thresholds,
    excursions: spans.map(({ thresholdId, start, end }) => ({
      threshold: index.get(thresholdId)!,
      start,
      end,
    })),
    within: {
      from: Number.NEGATIVE_INFINITY,
      to: lastEvaluatedDate === null ? Number.NEGATIVE_INFINITY : Date.parse(lastEvaluatedDate),
    },
  });
}

/** Scores excursions of a protection against the known events of its twin. */
export async function getScoreOfExcursions(
  db: Db,
  protectionId: number,
  { thresholds, excursions, within }: Scored,
): Promise<ProtectionScore> {
  const { twinId, failureModeIds } = await getProtection(db, protectionId);
  const history = await getKnownHistory(db, twinId);
  const [advisories] = await listAdvisoryRecords(db, [protectionId]);
  const tagIds = await selectPointTags(db, protectionId);
  const known = { history, failureModeIds, tagIds };
  return { ...(await scoreFound(db, known, { thresholds, excursions, within })), advisories: advisories! };
}

/** The known data that a logic is scored against. */
export interface Known {
  history: KnownHistory;
  /** The failure modes that the protection covers. */
  failureModeIds: readonly number[];
  /** The tags that it reads. */
  tagIds: readonly number[];
}

/** Scores the excursions of a logic against the known history. */
export async function scoreFound(
  db: Db,
  { history, failureModeIds, tagIds }: Known,
  { thresholds, excursions, within }: Scored,
): Promise<Omit<ProtectionScore, 'advisories'>> {
  const { events, pfInterval, pfSource } = findKnownEvents(history, failureModeIds);
  const observed = await observedWithin(db, tagIds, within);
  const { from, to } = observed ?? { from: 0, to: 0 };
  const score = scoreExcursions(observed === null ? [] : excursions, observed === null ? [] : events, {
    thresholds: thresholds.length,
    from,
    to,
    knownUntil: history.knownUntil,
    pfInterval: durationToMilliseconds(pfInterval),
  });
  const named = namedScore(score, thresholds);
  const iso = (time: number) => new Date(time).toISOString();
  return {
    from: observed && iso(from),
    to: observed && iso(to),
    pfInterval,
    pfSource,
    ...named,
    events: named.events.slice(-eventsAnswered),
  };
}

/** Returns the part of a range that has points; null if there are no points. */
async function observedWithin(
  db: Db,
  tagIds: readonly number[],
  { from, to }: Scored['within'],
): Promise<{ from: number; to: number } | null> {
  const oldest = [...(await oldestTimes(db, tagIds)).values()];
  const latest = [...(await latestPoints(db, tagIds)).values()].map(({ time }) => time);
  if (oldest.length === 0) return null;
  const observed = { from: Math.max(from, Math.min(...oldest)), to: Math.min(to, Math.max(...latest)) };
  return observed.from < observed.to ? observed : null;
}
