import type { Priorities } from '@twinward/contracts/questions/priority';
import { durationToMilliseconds } from '@twinward/domain/duration';
import { rankTwin } from '@twinward/domain/risk/priority';
import type { Actor } from '../../../platform/actor.ts';
import {
  type CandidateRow,
  selectCandidates,
  selectDriving,
  selectOpenAdvisories,
  selectTypicalRisk,
} from './priority-store.ts';

/** Lists the twins above level 0 by risk, level and time to act, most urgent first. */
export async function listPriorities(actor: Actor, limit: number, now = Date.now()): Promise<Priorities> {
  const { db } = actor.tenant;
  const candidates = await selectCandidates(db);
  const typicalRisk = (await selectTypicalRisk(db)) ?? 1;
  const ranked = candidates
    .map((row) => ({ row, rank: rankTwin(toCandidate(row), typicalRisk, now) }))
    .sort(
      (one, other) =>
        other.rank.weightedRisk - one.rank.weightedRisk ||
        other.row.level - one.row.level ||
        one.row.twinId - other.row.twinId,
    )
    .slice(0, limit);
  const protectionIds = ranked.flatMap(({ row }) => row.protectionId ?? []);
  const driving = new Map((await selectDriving(db, protectionIds)).map((row) => [row.protectionId, row]));
  const twinIds = ranked.map(({ row }) => row.twinId);
  const user = { userId: actor.userId, groups: actor.groups };
  const advisories = new Map(
    (await selectOpenAdvisories(db, twinIds, user)).map(({ twinId, ...advisory }) => [twinId, advisory]),
  );
  return {
    total: candidates.length,
    records: ranked.map(({ row, rank }) => {
      const { protectionId, protectionName, thresholdId, thresholdName } =
        (row.protectionId === null ? undefined : driving.get(row.protectionId)) ?? noDriving;
      const advisory = advisories.get(row.twinId);
      return {
        twinId: row.twinId,
        assetName: row.assetName,
        level: row.level,
        risk: row.risk,
        ...rank,
        actBy: rank.actBy === null ? null : new Date(rank.actBy).toISOString(),
        protection: protectionId === null ? null : { id: protectionId, name: protectionName! },
        threshold: thresholdId === null ? null : { id: thresholdId, name: thresholdName! },
        since: row.since?.toISOString() ?? null,
        advisory: advisory ? { ...advisory, targetDate: advisory.targetDate?.toISOString() ?? null } : null,
      };
    }),
  };
}

const noDriving = { protectionId: null, protectionName: null, thresholdId: null, thresholdName: null };

function toCandidate({ level, risk, targetAt, since, pfIntervals }: CandidateRow) {
  const lengths = pfIntervals.map(durationToMilliseconds);
  return {
    level,
    risk,
    targetAt: targetAt?.getTime() ?? null,
    since: since?.getTime() ?? null,
    pfInterval: lengths.length === 0 ? null : Math.min(...lengths),
  };
}
