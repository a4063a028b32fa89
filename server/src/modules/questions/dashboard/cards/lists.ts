import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { bucketLevels } from '@twinward/domain/twin/level-buckets';
import { listAdvisoryRecords } from '../../../outcomes/advisory/service.ts';
import { listExcursions } from '../../../protections/excursion/service.ts';
import {
  selectAdvisoryCounts,
  selectLevelCounts,
  selectProtectionsWithOutcomes,
  selectSilentTwins,
  selectWaitingAdvisories,
} from './list-store.ts';
import type { Asked } from './scope.ts';
import { selectTwinsInScope } from './scope-store.ts';

/** Reads the numbers of advisories by state, and the advisories that need action. */
export async function readAdvisories(
  { actor, values }: Asked,
  { count }: CardByKind<'advisories'>,
): Promise<DataByKind<'advisories'>> {
  const { db } = actor.tenant;
  const counts = await selectAdvisoryCounts(db, values);
  const waiting = await selectWaitingAdvisories(db, values, count);
  return {
    kind: 'advisories',
    states: counts.map(({ state, count: total }) => ({ state, count: total })),
    overdue: counts.reduce((sum, { overdue }) => sum + overdue, 0),
    waiting: waiting.map(({ targetAt, ...one }) => ({ ...one, targetDate: targetAt?.toISOString() ?? null })),
  };
}

/** Reads the outcomes of the advisories of protections, those with the most closed advisories first. */
export async function readProtectionRecord(
  { actor, values }: Asked,
  { count }: CardByKind<'protection-record'>,
): Promise<DataByKind<'protection-record'>> {
  const { db } = actor.tenant;
  const protections = await selectProtectionsWithOutcomes(db, values, count);
  const records = await listAdvisoryRecords(
    db,
    protections.map(({ id }) => id),
  );
  return {
    kind: 'protection-record',
    protections: protections.map(({ name, twinId, assetName }, place) => ({
      ...records[place]!,
      protectionName: name,
      twinId,
      assetName,
    })),
  };
}

/** Reads the newest excursions that started in the range. */
export async function readExcursions(
  { actor, values, span }: Asked,
  { count }: CardByKind<'excursions'>,
): Promise<DataByKind<'excursions'>> {
  const { db } = actor.tenant;
  const twins = await selectTwinsInScope(db, values);
  const time = (at: number) => new Date(at).toISOString();
  const { records, total } = await listExcursions(db, {
    filters: [
      { field: 'Start', operator: 'GreaterThanEqualTo', value: time(span.from) },
      { field: 'Start', operator: 'LessThan', value: time(span.to) },
      ...(twins === null ? [] : [{ field: 'TwinId', operator: 'In' as const, value: twins }]),
    ],
    sorts: [{ field: 'Start', direction: 'Descending' }],
    pageNumber: 1,
    pageSize: count,
  });
  return { kind: 'excursions', excursions: records, total };
}

/** Reads the twins without data, those silent for the longest time first. */
export async function readSilentTwins(
  { actor, values }: Asked,
  { count }: CardByKind<'silent-twins'>,
): Promise<DataByKind<'silent-twins'>> {
  const rows = await selectSilentTwins(actor.tenant.db, values, count);
  return {
    kind: 'silent-twins',
    total: rows[0]?.total ?? 0,
    twins: rows.map(({ total, silentSince, ...twin }) => ({
      ...twin,
      silentSince: silentSince.toISOString(),
    })),
  };
}

/** Reads the number of active twins by level bucket. Silent twins are in no bucket. */
export async function readLevels({ actor, values }: Asked): Promise<DataByKind<'levels'>> {
  const counts = await selectLevelCounts(actor.tenant.db, values);
  const levels = bucketLevels(counts.filter(({ isSilent }) => !isSilent));
  const silent = counts.reduce((sum, { isSilent, count }) => sum + (isSilent ? count : 0), 0);
  return { kind: 'levels', levels: { ...levels, total: levels.total + silent, silent } };
}
