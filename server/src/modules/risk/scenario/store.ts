import type { ListRequest } from '@twinward/contracts/core/list';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { BenchmarkLevel } from '@twinward/domain/risk/benchmark';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ScenarioAssetTable, ScenarioTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

const gain = sql<number | null>`(scenario_asset.risk - scenario_asset.improved_risk)`;
const returnOnCost = sql<
  number | null
>`(scenario_asset.risk - scenario_asset.improved_risk) / nullif(cost, 0)`;

/** Whether it was above the analysis' threshold when the scenario was created. */
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

/** An asset of an analysis with the data that a scenario copies. */
export interface SnapshotRow {
  asset_id: number;
  asset_name: string;
  taxonomy: string;
  improve: boolean;
  improve_cost: number | null;
  days: number | null;
  shape: number | null;
  scale_days: number | null;
  consequence_value: number | null;
  benchmark_shape: number | null;
  benchmark_days: number | null;
  benchmark_level: BenchmarkLevel | null;
  failure_modes: { name: string; parameters: FailureDistributionParameters }[];
}

/**
 * The current assets of an analysis.
 * @param onlyImproved only those marked for improvement
 */
export async function selectSnapshot(
  db: Db,
  analysisId: number,
  { onlyImproved }: { onlyImproved: boolean },
): Promise<SnapshotRow[]> {
  const { rows } = await sql<SnapshotRow>`
    select entry.asset_id, asset.asset_name,
      concat_ws(' - ', taxonomy_entry.category, taxonomy_entry.class, taxonomy_entry.type) as taxonomy,
      improve, improve_cost, entry.days, entry.shape, entry.scale_days, consequence_value,
      benchmark.shape as benchmark_shape, benchmark.characteristic_life as benchmark_days,
      benchmark.level as benchmark_level, coalesce(mode.list, '[]') as failure_modes
    from risk_analysis_asset entry
    join asset on asset.id = entry.asset_id
    left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id
    left join benchmark_of_taxonomy benchmark on benchmark.taxonomy_id = asset.taxonomy_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', name, 'parameters', parameters) order by name) as list
      from (
        select failure_mode.name, coalesce(own.failure_distribution_parameters,
          probability.failure_distribution_parameters) as parameters
        from twin
        join failure_mode on failure_mode.twin_id = twin.id
        left join probability on probability.failure_mode_id = failure_mode.id
        left join risk_analysis_probability own on own.failure_mode_id = failure_mode.id
          and own.risk_analysis_id = entry.risk_analysis_id and own.asset_id = entry.asset_id
        where twin.asset_id = entry.asset_id
      ) as modes
      where parameters ->> 'scale' is not null
    ) as mode on true
    where entry.risk_analysis_id = ${analysisId} and (improve or not ${onlyImproved}::boolean)
    order by entry.asset_id`.execute(db);
  return rows;
}

/** Locks the analysis (`FOR UPDATE`). @returns the version of its inputs. */
export async function lockInputs(db: Db, analysisId: number): Promise<number | null> {
  const row = await db
    .selectFrom('risk_analysis')
    .select('inputs_version')
    .where('id', '=', analysisId)
    .forUpdate()
    .executeTakeFirst();
  return row?.inputs_version ?? null;
}

function scenarioQuery(db: Db, analysisId: number) {
  return db
    .selectFrom('scenario')
    .innerJoin('risk_analysis', 'risk_analysis.id', 'scenario.risk_analysis_id')
    .leftJoin('app_user', 'app_user.id', 'scenario.created_by')
    .selectAll('scenario')
    .select('user_name')
    .select(sql<boolean>`scenario.inputs_version = risk_analysis.inputs_version`.as('is_valid'))
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

export async function deleteScenarioRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('scenario').where('id', '=', id).execute();
}

export function selectScenarioAssets(db: Db, scenarioId: number, request: ListRequest) {
  const query = db
    .selectFrom('scenario_asset')
    .selectAll()
    .select([gain.as('gain'), returnOnCost.as('return_on_cost')])
    .where('scenario_id', '=', scenarioId);
  return findPage(query, compileList(request, list));
}
export type ScenarioAssetRow = Awaited<ReturnType<typeof selectScenarioAssets>>['records'][number];
