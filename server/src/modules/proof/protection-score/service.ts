import {
  type KnownEvent,
  type KnownHistory,
  type MarkedRange,
  maximumKnownEvents,
  maximumMarkedRanges,
  type NewMarkedRange,
  type ProtectionScore,
} from '@twinward/contracts/protections/protection-score';
import { durationToDays } from '@twinward/domain/duration';
import { findFailures } from '@twinward/domain/risk/mtbf';
import { isWithin, namedScore, scoreExcursions } from '@twinward/domain/score/score';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { latestPoints, oldestTimes } from '../../../series/index.ts';
import { listAdvisoryRecords } from '../../outcomes/advisory/service.ts';
import { getProtection } from '../../protections/protection/service.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { listFailureWork } from '../../work/work/service.ts';
import {
  deleteRange,
  insertRange,
  type LinkedMode,
  selectLinkedModes,
  selectPointTags,
  selectRanges,
  selectStarts,
  selectWorkTags,
} from './store.ts';

/** How long before a failure its signs can be seen, where no linked failure mode says so. */
const assumedInterval = 'P30D';
const eventsAnswered = 500;
const day = 86_400_000;

/** What is scored. Times in epoch milliseconds. */
export interface Scored {
  thresholds: readonly { name: string; level: number | null }[];
  /** By start. */
  excursions: readonly { threshold: number; start: number }[];
  /** What was looked at; of it, what there are points of is observed. */
  within: { from: number; to: number };
}

/** The record of a protection over all that was evaluated. @throws AppError `not-found`. */
export async function getScore(db: Db, protectionId: number): Promise<ProtectionScore> {
  const { thresholds, lastEvaluatedDate } = await getProtection(db, protectionId);
  const index = new Map(thresholds.map(({ id }, position) => [id, position]));
  const starts = await selectStarts(db, protectionId);
  return getScoreOf(db, protectionId, {
    thresholds,
    excursions: starts.map(({ thresholdId, start }) => ({ threshold: index.get(thresholdId)!, start })),
    within: {
      from: Number.NEGATIVE_INFINITY,
      to: lastEvaluatedDate === null ? Number.NEGATIVE_INFINITY : Date.parse(lastEvaluatedDate),
    },
  });
}

/** How excursions of a protection stand against the failures of its twin and the ranges that are marked for it. */
export async function getScoreOf(
  db: Db,
  protectionId: number,
  { thresholds, excursions, within }: Scored,
): Promise<ProtectionScore> {
  const modes = await selectLinkedModes(db, protectionId);
  const ranges = (await selectRanges(db, protectionId)).map(rangeOf);
  const [advisories] = await listAdvisoryRecords(db, [protectionId]);
  const pf = longestInterval(modes);
  const observed = await observedWithin(db, protectionId, within);
  const events = observed === null ? [] : await eventsWithin(db, protectionId, modes, ranges, observed);
  const { from, to } = observed ?? { from: 0, to: 0 };
  const score = scoreExcursions(observed === null ? [] : excursions, events, {
    thresholds: thresholds.length,
    from,
    to,
  });
  const named = namedScore(score, thresholds, events);
  const iso = (time: number) => new Date(time).toISOString();
  return {
    from: observed && iso(from),
    to: observed && iso(to),
    pfInterval: pf ?? assumedInterval,
    pfSource: pf === null ? 'assumed' : 'failure-mode',
    ...named,
    events: named.events.slice(-eventsAnswered),
    ranges,
    advisories: advisories!,
  };
}

/** What a protection is scored against, whether or not it is evaluated. @throws AppError `not-found`. */
export async function getKnownHistory(db: Db, protectionId: number): Promise<KnownHistory> {
  await getProtection(db, protectionId);
  const modes = await selectLinkedModes(db, protectionId);
  const ranges = (await selectRanges(db, protectionId)).map(rangeOf);
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const observed = await observedWithin(db, protectionId, always);
  const events = observed === null ? [] : await eventsWithin(db, protectionId, modes, ranges, observed);
  const pf = longestInterval(modes);
  return {
    pfInterval: pf ?? assumedInterval,
    pfSource: pf === null ? 'assumed' : 'failure-mode',
    events: events.slice(-maximumKnownEvents),
  };
}

/** Of a range what there are points of; null when that is nothing. */
async function observedWithin(
  db: Db,
  protectionId: number,
  { from, to }: Scored['within'],
): Promise<{ from: number; to: number } | null> {
  const tagIds = await selectPointTags(db, protectionId);
  const oldest = [...(await oldestTimes(db, tagIds)).values()];
  const latest = [...(await latestPoints(db, tagIds)).values()].map(({ time }) => time);
  if (oldest.length === 0) return null;
  const observed = { from: Math.max(from, Math.min(...oldest)), to: Math.min(to, Math.max(...latest)) };
  return observed.from < observed.to ? observed : null;
}

async function eventsWithin(
  db: Db,
  protectionId: number,
  modes: readonly LinkedMode[],
  ranges: readonly MarkedRange[],
  observed: { from: number; to: number },
): Promise<KnownEvent[]> {
  const meant = (await listFailureWork(db, await selectWorkTags(db, protectionId))).filter(
    ({ mechanism }) => modesOf(modes, mechanism).length > 0 || modes.length === 0,
  );
  const byId = new Map(meant.map((work) => [work.id, work]));
  // A repair that is still going on when the observation ends tells of a failure, too.
  const failures = findFailures(meant, { from: observed.from, to: Number.POSITIVE_INFINITY });
  const fromWork = failures.flatMap(({ start, end, workIds }): KnownEvent[] => {
    const { id, name, mechanism } = byId.get(workIds[0]!)!;
    const interval = longestInterval(modesOf(modes, mechanism)) ?? assumedInterval;
    const begin = start - durationToDays(interval) * day;
    return [{ type: 'work', id, name, begin, time: start, end }];
  });
  const fromRanges = ranges.map(({ id, start, end, note }): KnownEvent => {
    const time = Date.parse(end);
    return { type: 'range', id, name: note, begin: Date.parse(start), time, end: time };
  });
  return [...fromWork, ...fromRanges]
    .filter((event) => isWithin(event, observed))
    .sort((one, other) => one.time - other.time);
}

/** The linked failure modes that work of a mechanism may tell of; what is not known of either excludes none. */
function modesOf(modes: readonly LinkedMode[], mechanism: string | null): LinkedMode[] {
  return modes.filter(
    (mode) => mode.mechanism === null || mechanism === null || mode.mechanism === mechanism,
  );
}

function longestInterval(modes: readonly LinkedMode[]): string | null {
  const intervals = modes.flatMap(({ pfInterval }) => (pfInterval === null ? [] : [pfInterval]));
  return intervals.sort((one, other) => durationToDays(other) - durationToDays(one))[0] ?? null;
}

/**
 * Marks a range in which something was wrong.
 * @throws AppError `not-found`; `conflict` when there are as many as there may be.
 */
export async function markRange(
  actor: Actor,
  protectionId: number,
  { start, end, note }: NewMarkedRange,
): Promise<MarkedRange> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { name } = await getProtection(db, protectionId);
    if ((await selectRanges(db, protectionId)).length >= maximumMarkedRanges) {
      throw new AppError('conflict', 'At most 1,000 ranges can be marked for a protection.');
    }
    const id = await markKnownRange(db, protectionId, { start, end, note }, actor.userId);
    const marked = { start: new Date(start).toISOString(), end: new Date(end).toISOString(), note };
    await audit(db, actor, protectionId, name, { new: { markedRange: marked }, old: {} });
    return { id, ...marked };
  });
}

/** Marks a range in the caller's transaction. @returns its id. */
export function markKnownRange(
  db: Db,
  protectionId: number,
  { start, end, note }: NewMarkedRange,
  createdBy: number | null = null,
): Promise<number> {
  return insertRange(db, {
    protection_id: protectionId,
    start_at: new Date(start),
    end_at: new Date(end),
    note,
    created_by: createdBy,
  });
}

/** @throws AppError `not-found`. */
export async function unmarkRange(actor: Actor, protectionId: number, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const { name } = await getProtection(db, protectionId);
    const row = found(await deleteRange(db, protectionId, id), 'Marked range');
    const { id: _, ...marked } = rangeOf({ id, ...row });
    await audit(db, actor, protectionId, name, { old: { markedRange: marked }, new: {} });
  });
}

function audit(
  db: Db,
  actor: Actor,
  protectionId: number,
  name: string,
  facts: { old: Record<string, unknown>; new: Record<string, unknown> },
): Promise<void> {
  return recordAudit(db, actor, {
    action: 'update',
    entityType: 'protection',
    entityId: protectionId,
    entityName: name,
    ...facts,
  });
}

function rangeOf(row: { id: number; start_at: Date; end_at: Date; note: string }): MarkedRange {
  return { id: row.id, start: row.start_at.toISOString(), end: row.end_at.toISOString(), note: row.note };
}
