import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { ActiveTwinLevels, Twin, TwinSummary } from '@twinward/contracts/twins/twin';
import type { Mission } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { bucketLevels } from '@twinward/domain/twin/level-buckets';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { getFailureData } from '../../assets/asset/service.ts';
import { getConsequence, getProbability } from '../failure-risk/service.ts';
import {
  selectLevelCounts,
  selectMission,
  selectTwin,
  selectTwinPage,
  twinExists,
  updateTwinRow,
} from './store.ts';

export async function listTwins(actor: Actor, request: ListRequest): Promise<Page<TwinSummary>> {
  const { records: rows, total } = await selectTwinPage(actor.tenant.db, actor, request);
  const records = rows.map((row) => ({
    id: row.id,
    assetId: row.asset_id,
    assetName: row.asset_name,
    assetUniqueId: row.unique_id,
    assetClassLabel: row.class_label,
    active: row.active,
    level: row.level,
    probability: row.probability_value,
    consequence: row.consequence_value,
    risk: calculateRisk(row.probability_value, row.consequence_value),
    lastDataTime: row.last_data?.toISOString() ?? null,
    silentSince: row.active ? (row.silent_since?.toISOString() ?? null) : null,
    fields: row.fields,
  }));
  return { records, total };
}

/** @throws AppError `not-found`. */
export async function getTwin(db: Db, id: number): Promise<Twin> {
  const row = found(await selectTwin(db, id), 'Twin');
  const owner = { column: 'twin_id', id } as const;
  return {
    id: row.id,
    assetId: row.asset_id,
    assetName: row.asset_name,
    assetUniqueId: row.unique_id,
    assetClassLabel: row.class_label,
    description: row.description,
    technicalNumber: row.technical_number,
    twinType: row.model_name,
    connectionId: row.connection_id,
    connectionGroupId: row.connection_group_id,
    active: row.active,
    startDate: row.start_date?.toISOString() ?? null,
    missionTime: row.mission_time,
    outOfServiceAt: row.out_of_service_at?.toISOString() ?? null,
    level: row.level,
    probability: await getProbability(db, owner),
    consequence: await getConsequence(db, owner),
    risk: calculateRisk(row.probability_value, row.consequence_value),
    failureData: (await getFailureData(db, [row.asset_id])).get(row.asset_id) ?? null,
    lastDataTime: row.last_data?.toISOString() ?? null,
    silentSince: row.active ? (row.silent_since?.toISOString() ?? null) : null,
    fields: row.fields,
    version: row.version,
  };
}

/** Returns a twin's start date and mission time. @throws AppError `not-found`. */
export async function getMission(db: Db, id: number): Promise<Mission> {
  const row = found(await selectMission(db, id), 'Twin');
  return { startDate: row.start_date, missionTime: row.mission_time };
}

/** Returns the optimistic-lock version of a twin. @throws AppError `not-found`. */
export async function getTwinVersion(db: Db, id: number): Promise<number> {
  return found(await selectMission(db, id), 'Twin').version;
}

/** Bumps a twin's optimistic-lock version after a change of its parts. */
export async function bumpTwinVersion(db: Db, id: number): Promise<void> {
  await updateTwinRow(db, id);
}

/** Counts the active twins by level bucket. Silent twins are in no bucket. */
export async function getTwinLevels(db: Db): Promise<ActiveTwinLevels> {
  const counts = await selectLevelCounts(db);
  const levels = bucketLevels(counts.filter(({ isSilent }) => !isSilent));
  const silent = counts.reduce((sum, { isSilent, count }) => sum + (isSilent ? count : 0), 0);
  return { ...levels, total: levels.total + silent, silent };
}

/** @throws AppError `not-found`. */
export async function assertTwin(db: Db, id: number): Promise<void> {
  found((await twinExists(db, id)) || null, 'Twin');
}
