import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin, TwinLevels, TwinSummary } from '@twinward/contracts/twins/twin';
import type { Mission } from '@twinward/domain/risk/probability';
import { riskOf } from '@twinward/domain/risk/risk';
import { bucketLevels } from '@twinward/domain/twin/level-buckets';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { readProtectionsOfTwin } from '../../protections/protection/service.ts';
import { getConsequence, getProbability } from '../failure-risk/service.ts';
import { readFailureData } from '../mtbf/service.ts';
import { readAliasesOf } from '../tag-alias/service.ts';
import { countLevels, findTwin, findTwinPage, hasTwin, updateTwinRow } from './store.ts';

export { createTwin, type NewTwin } from './create.ts';
export { changeTwinWithRisk } from './write.ts';

export async function readTwins(db: Db, request: ListRequest): Promise<Page<TwinSummary>> {
  const { records: rows, total } = await findTwinPage(db, request);
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
    risk: riskOf(row.probability_value, row.consequence_value),
    lastDataTime: row.last_data?.toISOString() ?? null,
  }));
  return { records, total };
}

/** @throws AppError `not-found` when there is no such twin. */
export async function readTwin(db: Db, id: number): Promise<Twin> {
  const row = found(await findTwin(db, id), 'Twin');
  const owner = { column: 'twin_id', id } as const;
  return {
    id: row.id,
    assetId: row.asset_id,
    assetName: row.asset_name,
    assetUniqueId: row.unique_id,
    assetClassLabel: row.class_label,
    description: row.description,
    technicalNumber: row.technical_number,
    active: row.active,
    startDate: row.start_date?.toISOString() ?? null,
    missionTime: row.mission_time,
    level: row.level,
    probability: await getProbability(db, owner),
    consequence: await getConsequence(db, owner),
    risk: riskOf(row.probability_value, row.consequence_value),
    failureData: (await readFailureData(db, [row.asset_id])).get(row.asset_id) ?? null,
    lastDataTime: row.last_data?.toISOString() ?? null,
    version: row.version,
  };
}

/** A twin's start and length of mission. @throws AppError `not-found` when there is no such twin. */
export async function readMission(db: Db, id: number): Promise<Mission> {
  const row = found(await findTwin(db, id), 'Twin');
  return { startDate: row.start_date, missionTime: row.mission_time };
}

/** Notes that what belongs to a twin was changed. */
export async function countTwinChange(db: Db, id: number): Promise<void> {
  await updateTwinRow(db, id);
}

/** How many active twins are in each bucket of levels. */
export async function readTwinLevels(db: Db): Promise<TwinLevels> {
  return bucketLevels(await countLevels(db));
}

/** @throws AppError `not-found` when there is no such twin. */
export async function readTwinProtections(
  db: Db,
  twinId: number,
  page: { pageNumber: number; pageSize: number },
): Promise<Page<ProtectionSummary>> {
  await assertTwin(db, twinId);
  return readProtectionsOfTwin(db, twinId, page);
}

/**
 * The inputs of a twin, each with what arrived last: a point, or the completion of work (which has no value).
 * @throws AppError `not-found` when there is no such twin.
 */
export async function readTagAliases(db: Db, twinId: number): Promise<TagAlias[]> {
  await assertTwin(db, twinId);
  return readAliasesOf(db, { twinId });
}

/** @throws AppError `not-found` when there is no such twin. */
export async function assertTwin(db: Db, id: number): Promise<void> {
  found((await hasTwin(db, id)) || null, 'Twin');
}
