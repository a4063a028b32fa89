import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import type { RiskAnalysisTable } from './tables.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`risk_analysis.id` },
    Name: { type: 'C', sql: sql`risk_analysis.name` },
    Description: { type: 'C', sql: sql`risk_analysis.description` },
    StartDate: { type: 'D', sql: sql`risk_analysis.start_date` },
    EndDate: { type: 'D', sql: sql`risk_analysis.end_date` },
    ProbabilityThreshold: { type: 'N', sql: sql`risk_analysis.probability_threshold` },
    Owner: { type: 'C', sql: sql`app_user.user_name` },
    AssetCount: { type: 'N', sql: sql`risk_analysis.asset_count` },
    OverThreshold: { type: 'N', sql: sql`risk_analysis.over_threshold` },
    Risk: { type: 'N', sql: sql`risk_analysis.risk` },
    UpdatedAt: { type: 'D', sql: sql`risk_analysis.updated_at` },
  },
  key: sql`risk_analysis.id`,
  defaultSort: [{ field: 'Risk', direction: 'Descending' }],
};

function selectAnalyses(db: Db) {
  return db
    .selectFrom('risk_analysis')
    .leftJoin('app_user', 'app_user.id', 'risk_analysis.owner_id')
    .selectAll('risk_analysis')
    .select('app_user.user_name');
}
export type AnalysisRow = Awaited<ReturnType<ReturnType<typeof selectAnalyses>['execute']>>[number];

export function findAnalysisPage(db: Db, request: ListRequest) {
  return findPage(selectAnalyses(db), compileList(request, list));
}

export async function findAnalysis(db: Db, id: number): Promise<AnalysisRow | null> {
  return (await selectAnalyses(db).where('risk_analysis.id', '=', id).executeTakeFirst()) ?? null;
}

/** Makes whoever changes the analysis, or what is in it, wait for the others who do. */
export async function lockAnalysis(db: Db, id: number): Promise<void> {
  await db.selectFrom('risk_analysis').select('id').where('id', '=', id).forUpdate().execute();
}

export async function insertAnalysis(db: Db, analysis: Insertable<RiskAnalysisTable>): Promise<number> {
  const { id } = await db
    .insertInto('risk_analysis')
    .values(analysis)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAnalysis(
  db: Db,
  id: number,
  fields: Updateable<RiskAnalysisTable>,
): Promise<void> {
  await db
    .updateTable('risk_analysis')
    .set({ ...fields, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Notes that its inputs are others now: no scenario holds for them. */
export async function countInputChange(db: Db, id: number): Promise<void> {
  await db
    .updateTable('risk_analysis')
    .set({ inputs_version: sql`inputs_version + 1`, valid_scenarios: 0, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteAnalysis(db: Db, id: number): Promise<void> {
  await db.deleteFrom('risk_analysis').where('id', '=', id).execute();
}

/** Calculates the figures of all assets of an analysis anew, or of some. @returns how many they are. */
export async function recalculate(db: Db, id: number, assetIds: readonly number[] | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select recalculate_risk_analysis(${id}, ${assetIds}::int[]) as count`.execute(db);
  return rows[0]!.count;
}

/**
 * Calculates the figures of a part of an analysis' assets anew, but not what they come to: `total` does that.
 * The caller holds the analysis.
 * @param after the id after which the part begins, in the order of the assets' ids
 * @returns the last id of the part; null when there is none left.
 */
export async function recalculatePart(
  db: Db,
  id: number,
  after: number,
  size: number,
): Promise<{ assets: number; last: number | null }> {
  // After some parts PostgreSQL would take to a plan that suits any of them, and is ten times as slow.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db);
  const { rows } = await sql<{ assets: number; last: number | null }>`
    select calculate_risk_of_assets(${id}, ids) as assets, ids[cardinality(ids)] as last
    from (
      select coalesce(array_agg(asset_id order by asset_id), '{}') as ids
      from (
        select asset_id from risk_analysis_asset where risk_analysis_id = ${id} and asset_id > ${after}
        order by asset_id limit ${size}
      ) as part
    ) as parted`.execute(db);
  return rows[0]!;
}

/** Counts up what an analysis comes to, over its assets. */
export async function total(db: Db, id: number): Promise<void> {
  await sql`select total_risk_analysis(${id})`.execute(db);
}

/** Notes whether some figures of an analysis may follow from earlier inputs. */
export async function markOutdated(db: Db, id: number, isOutdated: boolean): Promise<void> {
  await db
    .updateTable('risk_analysis')
    .set({ is_outdated: isOutdated })
    .where('id', '=', id)
    .where('is_outdated', '!=', isOutdated)
    .execute();
}

/** The analyses that the asset of a twin is in, the latest first. */
export function findAnalysesOfTwin(db: Db, twinId: number) {
  return db
    .selectFrom('twin')
    .innerJoin('risk_analysis_asset as entry', 'entry.asset_id', 'twin.asset_id')
    .innerJoin('risk_analysis', 'risk_analysis.id', 'entry.risk_analysis_id')
    .select(['risk_analysis.id', 'name', 'risk_analysis.start_date', 'end_date', 'entry.asset_id'])
    .select(['probability_value', 'entry.risk'])
    .where('twin.id', '=', twinId)
    .orderBy('risk_analysis.id', 'desc')
    .execute();
}

/**
 * The risk of all assets at some times: the sum of probability and consequence at the age that each has then.
 * An age counts from the start of the asset's time in the analysis.
 */
export async function sumRiskAt(db: Db, id: number, times: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ risk: number }>`
    select coalesce(sum(weibull_percent(shape, scale_days,
      days - extract(epoch from end_date - moment)::float8 / 86400) / 100 * consequence_value), 0) as risk
    from unnest(${times}::timestamptz[]) with ordinality as at (moment, place)
    join risk_analysis on risk_analysis.id = ${id}
    left join risk_analysis_asset entry on entry.risk_analysis_id = risk_analysis.id
      and scale_days is not null and days is not null and consequence_value is not null
    group by place order by place`.execute(db);
  return rows.map((row) => row.risk);
}
