import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { protectionTypes } from '@twinward/contracts/protections/protection';
import type { ListedProtection, ProtectionLevels } from '@twinward/contracts/protections/protection-list';
import { bucketLevels } from '@twinward/domain/twin/level-buckets';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getLocationSource } from '../../records/structure/service.ts';
import { countProtections, type LevelCount, selectProtectionPage } from './list-store.ts';
import { toShelving, toStaleness } from './read.ts';

/** A page of all protections of the plant; their locations follow the structure that the user chose. */
export async function listProtections(actor: Actor, request: ListRequest): Promise<Page<ListedProtection>> {
  const source = await getLocationSource(actor);
  const { records: rows, total } = await selectProtectionPage(actor.tenant.db, actor, request, source);
  const records = rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: 'indicator' as const,
    subType: row.type,
    twinId: row.twin_id,
    assetId: row.asset_id,
    assetName: row.asset_name,
    location: row.location,
    active: row.active,
    level: row.level,
    drivingThresholdName: row.driving_name,
    since: row.since?.toISOString() ?? null,
    openExcursions: row.open_excursions,
    stale: row.stale,
    ...toStaleness(row),
    error: row.error,
    setAsideDate: row.set_aside_at?.toISOString() ?? null,
    completion: row.completion,
    lastEvaluatedDate: row.evaluated_at?.toISOString() ?? null,
    shelving: toShelving(row),
    fields: row.fields,
  }));
  return { records, total };
}

/** Counts of the plant's protections by level, type and state. */
export async function getProtectionLevels(db: Db): Promise<ProtectionLevels> {
  const counts = await countProtections(db);
  const inService = counts.filter(({ active, shelved }) => active && !shelved);
  return {
    ...bucketLevels(inService),
    types: protectionTypes.map((type) => ({
      type,
      count: sum(inService.filter((one) => one.type === type)),
    })),
    shelved: sum(counts.filter(({ active, shelved }) => active && shelved)),
    inactive: sum(counts.filter(({ active }) => !active)),
  };
}

const sum = (counts: readonly LevelCount[]): number => counts.reduce((total, { count }) => total + count, 0);
