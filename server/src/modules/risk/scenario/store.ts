import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ScenarioAssetTable, ScenarioTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const gain = sql<number | null>`(scenario_asset.risk - scenario_asset.improved_risk)`;
const returnOnCost = sql<
  number | null
>`(scenario_asset.risk - scenario_asset.improved_risk) / nullif(cost, 0)`;

/** Whether the probability was above the analysis' threshold when the scenario was created. */
const opportunity = sql<boolean | null>`(probability_value >= (
  select (analysis ->> 'probabilityThreshold')::int from scenario where scenario.id = scenario_id))`;

const list: ListFields = {
  fields: {
    AssetId: { type: 'N', sql: sql`asset_id` },
    AssetName: { type: 'C', sql: sql`asset_name` },
    AssetClass: { type: 'C', sql: sql`taxonomy` },
    Improve: { type: 'B', sql: sql`improve` },
    NoEffect: { type: 'C', sql: sql`no_effect` },
    Cost: { type: 'N', sql: sql`cost` },
    CharacteristicLife: { type: 'N', sql: sql`scale_days` },
    ComparativeMtbf: { type: 'N', sql: sql`(scale_days - benchmark_days)` },
    Opportunity: { type: 'B', sql: opportunity },
    Probability: { type: 'N', sql: sql`probability_value` },
    ImprovedProbability: { type: 'N', sql: sql`improved_probability_value` },
    Consequence: { type: 'N', sql: sql`consequence_value` },
    Risk: { type: 'N', sql: sql`risk` },
    ImprovedRisk: { type: 'N', sql: sql`improved_risk` },
    Gain: { type: 'N', sql: gain },
    ReturnOnCost: { type: 'N', sql: returnOnCost },
  },
  key: sql`asset_id`,
  defaultSort: [
    { field: 'Gain', direction: 'Descending' },
    { field: 'Risk', direction: 'Descending' },
  ],
};

/**
 * Locks the analysis (`FOR UPDATE`).
 * @returns the fingerprint of its inputs; undefined if the analysis does not exist.
 */
export async function lockInputs(db: Db, analysisId: number): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('risk_analysis')
    .select('fingerprint')
    .where('id', '=', analysisId)
    .forUpdate()
    .executeTakeFirst();
  return row?.fingerprint;
}

function scenarioQuery(db: Db, analysisId: number) {
  return db
    .selectFrom('scenario')
    .innerJoin('risk_analysis', 'risk_analysis.id', 'scenario.risk_analysis_id')
    .leftJoin('app_user', 'app_user.id', 'scenario.created_by')
    .selectAll('scenario')
    .select('user_name')
    .select(sql<boolean>`coalesce(scenario.fingerprint = risk_analysis.fingerprint, false)`.as('is_valid'))
    .where('risk_analysis_id', '=', analysisId);
}
export type ScenarioRow = Awaited<ReturnType<ReturnType<typeof scenarioQuery>['execute']>>[number];

export function selectScenarios(db: Db, analysisId: number): Promise<ScenarioRow[]> {
  return scenarioQuery(db, analysisId).orderBy('scenario.id', 'desc').execute();
}

export async function selectScenario(db: Db, analysisId: number, id: number): Promise<ScenarioRow | null> {
  return (await scenarioQuery(db, analysisId).where('scenario.id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertScenario(
  db: Db,
  scenario: Insertable<ScenarioTable>,
  assets: readonly Omit<Insertable<ScenarioAssetTable>, 'scenario_id'>[],
): Promise<number> {
  const { id } = await db.insertInto('scenario').values(scenario).returning('id').executeTakeFirstOrThrow();
  const rowsTogether = 1000;
  for (let start = 0; start < assets.length; start += rowsTogether) {
    const rows = assets.slice(start, start + rowsTogether).map((asset) => ({ ...asset, scenario_id: id }));
    await db.insertInto('scenario_asset').values(rows).execute();
  }
  return id;
}

export const deleteScenarioRow = tableRows('scenario').delete;

export function selectScenarioAssets(db: Db, scenarioId: number, request: ListRequest) {
  const query = db
    .selectFrom('scenario_asset')
    .selectAll()
    .select([gain.as('gain'), returnOnCost.as('return_on_cost')])
    .where('scenario_id', '=', scenarioId);
  return findPage(query, compileList(request, list));
}
export type ScenarioAssetRow = Awaited<ReturnType<typeof selectScenarioAssets>>['records'][number];
