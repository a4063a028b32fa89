import type { ListRequest } from '@twinward/contracts/core/list';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RiskAnalysisAssetTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { failureCost } from './failure-cost-store.ts';

const classLabel = sql<string>`concat_ws(' - ', taxonomy_entry.category, taxonomy_entry.class, taxonomy_entry.type)`;

const list: ListFields = {
  fields: {
    AssetId: { type: 'N', sql: sql`entry.asset_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    AssetUniqueId: { type: 'C', sql: sql`asset.unique_id` },
    AssetClass: { type: 'C', sql: classLabel },
    CategoryId: { type: 'N', sql: sql`taxonomy_entry.category_id` },
    ClassId: { type: 'N', sql: sql`taxonomy_entry.class_id` },
    TypeId: { type: 'N', sql: sql`taxonomy_entry.type_id` },
    TwinId: { type: 'N', sql: sql`twin.id` },
    Improve: { type: 'B', sql: sql`entry.improve` },
    CharacteristicLife: { type: 'N', sql: sql`entry.scale_days` },
    ComparativeMtbf: { type: 'N', sql: sql`entry.comparative_days` },
    Opportunity: { type: 'B', sql: sql`entry.opportunity` },
    Probability: { type: 'N', sql: sql`entry.probability_value` },
    ProbabilitySource: { type: 'C', sql: sql`entry.probability_source` },
    Consequence: { type: 'N', sql: sql`entry.consequence_value` },
    FailureCost: { type: 'N', sql: failureCost('entry') },
    ConsequenceSource: { type: 'C', sql: sql`entry.consequence_source` },
    Risk: { type: 'N', sql: sql`entry.risk` },
    ConditionalProbability: { type: 'N', sql: sql`entry.conditional_value` },
    ConditionalRisk: { type: 'N', sql: sql`entry.conditional_risk` },
    RenewedAt: { type: 'D', sql: sql`entry.renewed_at` },
    Shape: { type: 'N', sql: sql`entry.shape` },
    DistributionType: { type: 'C', sql: sql`entry.distribution` },
    Library: { type: 'B', sql: sql`entry.library` },
  },
  key: sql`entry.asset_id`,
  defaultSort: [{ field: 'Risk', direction: 'Descending' }],
};

function selectEntries(db: Db, analysisId: number) {
  return db
    .selectFrom('risk_analysis_asset as entry')
    .innerJoin('asset', 'asset.id', 'entry.asset_id')
    .leftJoin('twin', 'twin.asset_id', 'entry.asset_id')
    .leftJoin('taxonomy_entry', 'taxonomy_entry.id', 'asset.taxonomy_id')
    .leftJoin('benchmark_of_taxonomy as benchmark', 'benchmark.taxonomy_id', 'asset.taxonomy_id')
    .leftJoin('measured_mtbf', 'measured_mtbf.asset_id', 'entry.asset_id')
    .selectAll('entry')
    .select(['asset.asset_name', 'asset.unique_id', 'asset.out_of_service_at', 'twin.id as twin_id'])
    .select(['twin.start_date as twin_start', 'twin.mission_time as twin_mission'])
    .select(['category_id', 'category', 'class_id', 'class', 'type_id', 'type'])
    .select(['benchmark.level as benchmark_level', 'benchmark.is_example as benchmark_is_example'])
    .select(['measured_mtbf.mtbf', 'previous_mtbf', 'calculated_at'])
    .where('entry.risk_analysis_id', '=', analysisId);
}
export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

export function selectEntryPage(db: Db, analysisId: number, request: ListRequest) {
  return findPage(selectEntries(db, analysisId), compileList(request, list));
}

export async function selectEntry(db: Db, analysisId: number, assetId: number): Promise<EntryRow | null> {
  const row = await selectEntries(db, analysisId).where('entry.asset_id', '=', assetId).executeTakeFirst();
  return row ?? null;
}

/** @returns the ids of newly added assets. */
export async function insertEntries(
  db: Db,
  analysisId: number,
  assetIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ asset_id: number }>`
    insert into risk_analysis_asset (risk_analysis_id, asset_id)
    select ${analysisId}, asset_id from unnest(${assetIds}::int[]) as asset_id
    on conflict do nothing returning asset_id`.execute(db);
  return rows.map((row) => row.asset_id);
}

/** @returns the names of removed assets. */
export async function deleteEntries(
  db: Db,
  analysisId: number,
  assetIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    delete from risk_analysis_asset using asset
    where asset.id = asset_id and risk_analysis_id = ${analysisId} and asset_id = any(${assetIds}::int[])
    returning asset.id, asset_name as name`.execute(db);
  return rows;
}

export async function updateEntry(
  db: Db,
  analysisId: number,
  assetId: number,
  fields: Updateable<RiskAnalysisAssetTable> = {},
): Promise<void> {
  await db
    .updateTable('risk_analysis_asset')
    .set({ ...fields, version: sql`version + 1` })
    .where('risk_analysis_id', '=', analysisId)
    .where('asset_id', '=', assetId)
    .execute();
}

/** Selects which of the assets exist. */
export async function selectKnownAssets(db: Db, assetIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('asset')
    .select('id')
    .where('id', '=', sql<number>`any(${assetIds}::int[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Updates the costs of improvements. @returns the ids of the assets that are in the analysis. */
export async function updateCosts(
  db: Db,
  analysisId: number,
  costs: readonly { assetId: number; cost: number | null }[],
): Promise<Set<number>> {
  const { rows } = await sql<{ asset_id: number }>`
    update risk_analysis_asset entry set improve_cost = given.cost
    from unnest(${costs.map(({ assetId }) => assetId)}::int[], ${costs.map(({ cost }) => cost)}::int[])
      as given (asset_id, cost)
    where entry.risk_analysis_id = ${analysisId} and entry.asset_id = given.asset_id
    returning entry.asset_id`.execute(db);
  return new Set(rows.map((row) => row.asset_id));
}
