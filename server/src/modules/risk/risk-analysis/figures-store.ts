import type { RiskSource } from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { AgingAsset, Figures } from '@twinward/domain/risk/figures';
import { type RawBuilder, sql } from 'kysely';
import {
  toArrayParameter,
  toBooleanArrayParameter,
  toTextArrayParameter,
} from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';
import { modesByAsset, selectModes } from './mode-store.ts';

/** The inputs of figures that all assets of an analysis share. Times in epoch milliseconds. */
export interface AnalysisInputs {
  id: number;
  threshold: number;
  start: number | null;
  end: number | null;
  hasMissionTime: boolean;
  /** The midnight as of which conditional probabilities are calculated. */
  asOf: number | null;
}

/** Selects the inputs that the assets of an analysis share. */
export async function selectAnalysisInputs(db: Db, id: number): Promise<AnalysisInputs | null> {
  const row = await db
    .selectFrom('risk_analysis')
    .select(['probability_threshold', 'start_date', 'end_date', 'mission_time', 'as_of'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id,
    threshold: row.probability_threshold,
    start: row.start_date?.getTime() ?? null,
    end: row.end_date?.getTime() ?? null,
    hasMissionTime: row.mission_time !== null,
    asOf: row.as_of?.getTime() ?? null,
  };
}

/** The stored inputs of an asset's figures in an analysis. */
export interface InputRow {
  assetId: number;
  /** Source of the distribution; null if none exists. */
  probabilitySource: RiskSource | null;
  distribution: 'none' | 'weibull' | null;
  parameters: FailureDistributionParameters | null;
  library: boolean;
  consequenceSource: RiskSource | null;
  consequence: number | null;
  benchmarkShape: number | null;
  /** Days */
  benchmarkLife: number | null;
  measuredMtbf: string | null;
  improve: boolean;
  improveCost: number | null;
  /** Epoch milliseconds. */
  twinStart: number | null;
  outOfServiceAt: number | null;
}

/** Selects the id of the last of the next `limit` assets of an analysis after an id; null if there are fewer. */
export async function selectLastId(
  db: Db,
  analysisId: number,
  { assetIds, after, limit }: { assetIds: readonly number[] | null; after: number; limit: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('risk_analysis_asset')
    .select('asset_id')
    .where('risk_analysis_id', '=', analysisId)
    .where('asset_id', '>', after)
    .$if(assetIds !== null, (query) => query.where('asset_id', '=', sql<number>`any(${assetIds}::int[])`))
    .orderBy('asset_id')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.asset_id ?? null;
}

/**
 * Selects the inputs of assets of an analysis (null: all) with ids after `after`, up to `last`, by id.
 */
export async function selectInputs(
  db: Db,
  analysisId: number,
  { after, last, assetIds }: { after: number; last: number; assetIds: readonly number[] | null },
): Promise<InputRow[]> {
  // Each table is limited to the range of the ids: PostgreSQL does not infer it from that of the first table.
  const isInRange = (column: string) => sql`${sql.ref(column)} between ${after}::int + 1 and ${last}::int`;
  const { rows } = await sql<InputRow>`
    select entry.asset_id as "assetId",
      case when own.id is not null then 'analysis' when of_twin.id is not null then 'twin'
        when of_asset.id is not null then 'asset' end as "probabilitySource",
      coalesce(own.failure_distribution, of_twin.failure_distribution, of_asset.failure_distribution) as distribution,
      coalesce(own.failure_distribution_parameters, of_twin.failure_distribution_parameters,
        of_asset.failure_distribution_parameters) as parameters,
      coalesce(own.library, of_twin.library, of_asset.library, false) as library,
      case when entry.own_consequence is not null then 'analysis' when twin_cost.id is not null then 'twin'
        when asset_cost.id is not null then 'asset' end as "consequenceSource",
      coalesce(entry.own_consequence, twin_cost.value, asset_cost.value) as consequence,
      benchmark.shape as "benchmarkShape", benchmark.characteristic_life as "benchmarkLife",
      measured_mtbf.mtbf as "measuredMtbf", entry.improve, entry.improve_cost as "improveCost",
      round(date_part('epoch', twin.start_date) * 1000) as "twinStart",
      round(date_part('epoch', asset.out_of_service_at) * 1000) as "outOfServiceAt"
    from risk_analysis_asset entry
    join asset on asset.id = entry.asset_id and ${isInRange('asset.id')}
    left join twin on twin.asset_id = entry.asset_id and ${isInRange('twin.asset_id')}
    left join risk_analysis_probability own on own.risk_analysis_id = entry.risk_analysis_id
      and own.asset_id = entry.asset_id and own.failure_mode_id is null and ${isInRange('own.asset_id')}
    left join probability of_twin on of_twin.twin_id = twin.id
    left join probability of_asset on of_asset.asset_id = entry.asset_id and ${isInRange('of_asset.asset_id')}
    left join consequence twin_cost on twin_cost.twin_id = twin.id
    left join consequence asset_cost on asset_cost.asset_id = entry.asset_id
      and ${isInRange('asset_cost.asset_id')}
    left join benchmark_of_taxonomy benchmark on benchmark.taxonomy_id = asset.taxonomy_id
    left join measured_mtbf on measured_mtbf.asset_id = entry.asset_id and ${isInRange('measured_mtbf.asset_id')}
    where entry.risk_analysis_id = ${analysisId}
      and ${assetIds === null ? sql`true` : sql`entry.asset_id = any(${assetIds}::int[])`}
      and ${isInRange('entry.asset_id')}
    order by entry.asset_id`.execute(db);
  return rows;
}

/** The figures of an asset in an analysis, to be stored. */
export interface FigureRow {
  input: InputRow;
  /** `failure-modes` if the figure is rolled up from them, else the source of the input. */
  probabilitySource: RiskSource | null;
  consequenceSource: RiskSource | null;
  figures: Figures;
  fingerprint: string;
}

/** Updates the figures of assets of an analysis. @returns the number of changed rows. */
export async function updateFigures(db: Db, analysisId: number, rows: readonly FigureRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const texts = (read: (row: FigureRow) => string | null) => toTextArrayParameter(rows, read);
  const flags = (read: (row: FigureRow) => boolean | null) => toBooleanArrayParameter(rows, read);
  const numbers = (
    type: 'int' | 'smallint' | 'double precision',
    read: (row: FigureRow) => number | null,
  ): RawBuilder<unknown> => toArrayParameter(type, rows, (row) => read(row) ?? Number.NaN);
  const reals = (read: (row: FigureRow) => number | null) => numbers('double precision', read);
  const { numAffectedRows = 0n } = await sql`
    update risk_analysis_asset entry set
      probability_source = figure.probability_source, consequence_source = figure.consequence_source,
      distribution = figure.distribution, shape = figure.shape, scale = figure.scale,
      scale_days = figure.scale_days, library = figure.library, days = figure.days, percent = figure.percent,
      probability_value = figure.probability_value, consequence_value = figure.consequence_value,
      risk = figure.risk, comparative_days = figure.comparative_days, opportunity = figure.opportunity,
      fingerprint = figure.fingerprint, conditional_percent = figure.conditional_percent,
      conditional_value = figure.conditional_value, conditional_risk = figure.conditional_risk,
      renewed_at = to_timestamp(figure.renewed_at / 1000), under_repair = figure.under_repair
    from unnest(
      ${numbers('int', (row) => row.input.assetId)}, ${texts((row) => row.probabilitySource)},
      ${texts((row) => row.consequenceSource)}, ${texts((row) => row.input.distribution)},
      ${reals((row) => row.figures.shape)}, ${texts((row) => row.figures.scale)},
      ${reals((row) => row.figures.scaleDays)}, ${flags((row) => row.input.library)},
      ${reals((row) => row.figures.days)}, ${reals((row) => row.figures.percent)},
      ${numbers('smallint', (row) => row.figures.probability)}, ${numbers('int', (row) => row.input.consequence)},
      ${reals((row) => row.figures.risk)}, ${reals((row) => row.figures.comparativeDays)},
      ${flags((row) => row.figures.isOpportunity)}, ${texts((row) => row.fingerprint)},
      ${reals((row) => row.figures.conditional.percent)},
      ${numbers('smallint', (row) => row.figures.conditional.probability)},
      ${reals((row) => row.figures.conditional.risk)}, ${reals((row) => row.figures.renewedAt)},
      ${flags((row) => row.figures.isUnderRepair)}
    ) as figure (asset_id, probability_source, consequence_source, distribution, shape, scale, scale_days,
      library, days, percent, probability_value, consequence_value, risk, comparative_days, opportunity,
      fingerprint, conditional_percent, conditional_value, conditional_risk, renewed_at, under_repair)
    where entry.risk_analysis_id = ${analysisId} and entry.asset_id = figure.asset_id
      and (entry.probability_source, entry.consequence_source, entry.distribution, entry.shape, entry.scale,
        entry.scale_days, entry.library, entry.days, entry.percent, entry.probability_value,
        entry.consequence_value, entry.risk, entry.comparative_days, entry.opportunity, entry.fingerprint,
        entry.conditional_percent, entry.conditional_value, entry.conditional_risk, entry.renewed_at,
        entry.under_repair)
      is distinct from
        (figure.probability_source, figure.consequence_source, figure.distribution, figure.shape, figure.scale,
        figure.scale_days, figure.library, figure.days, figure.percent, figure.probability_value,
        figure.consequence_value, figure.risk, figure.comparative_days, figure.opportunity, figure.fingerprint,
        figure.conditional_percent, figure.conditional_value, figure.conditional_risk, to_timestamp(figure.renewed_at / 1000),
        figure.under_repair)`.execute(db);
  return Number(numAffectedRows);
}

/** Updates the totals of an analysis over the figures of its assets, and the fingerprint of its inputs. */
export async function updateTotals(db: Db, analysisId: number): Promise<void> {
  await sql`
    update risk_analysis set asset_count = total.assets, over_threshold = total.over_threshold,
      maximum_consequence = total.maximum_consequence, risk = total.risk,
      conditional_risk = total.conditional_risk, without_conditional = total.without_conditional,
      fingerprint = md5(concat_ws(' ', coalesce(extract(epoch from start_date)::text, '-'),
        coalesce(extract(epoch from end_date)::text, '-'), mission_time is null, probability_threshold, total.inputs))
    from (
      select count(*) as assets, count(*) filter (where opportunity) as over_threshold,
        max(consequence_value) as maximum_consequence, sum(risk) as risk,
        sum(conditional_risk) as conditional_risk,
        count(*) filter (where risk is not null and conditional_risk is null) as without_conditional,
        string_agg(asset_id || ' ' || fingerprint, ' ' order by asset_id) as inputs
      from risk_analysis_asset where risk_analysis_id = ${analysisId}) as total
    where id = ${analysisId}`.execute(db);
}

/** Locks the rows of assets (`FOR NO KEY UPDATE`) in the order of their ids. */
export async function lockAssetsForChange(db: Db, assetIds: readonly number[]): Promise<void> {
  await sql`select from asset where id = any(${assetIds}::int[]) order by id for no key update`.execute(db);
}

/** Locks the rows of assets (`FOR SHARE`), so that their inputs do not change until the transaction ends. */
export async function lockAssetsForReading(db: Db, assetIds: readonly number[]): Promise<void> {
  await sql`select from asset where id = any(${assetIds}::int[]) order by id for share`.execute(db);
}

/**
 * Selects the analyses that contain any of the assets, in the order of their ids, each with those of the assets that it
 * contains.
 */
export async function selectAnalysesOfAssets(
  db: Db,
  assetIds: readonly number[],
): Promise<{ id: number; name: string; ownerId: number | null; assetIds: number[] }[]> {
  const { rows } = await sql<{ id: number; name: string; ownerId: number | null; assetIds: number[] }>`
    select risk_analysis.id, name, owner_id as "ownerId", array_agg(asset_id order by asset_id) as "assetIds"
    from risk_analysis_asset join risk_analysis on risk_analysis.id = risk_analysis_id
    where asset_id = any(${assetIds}::int[])
    group by risk_analysis.id order by risk_analysis.id`.execute(db);
  return rows;
}

/** Selects the assets in analyses that are below a taxonomy entry, whose benchmark may be the nearest of theirs. */
export async function selectAssetsBelow(db: Db, taxonomyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asset.id from asset join taxonomy on taxonomy.id = asset.taxonomy_id
    where ${taxonomyId} in (type_id, class_id, category_id)
      and exists (select from risk_analysis_asset where asset_id = asset.id)
    order by asset.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Selects the twins of inputs; null for inputs of calculated tags. */
export async function selectTwinsOfAliases(db: Db, aliasIds: readonly number[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number | null }>`
    select distinct twin_id as id from tag_alias where id = any(${aliasIds}::int[])`.execute(db);
  return rows.map((row) => row.id);
}

/** Selects the assets of twins. */
export async function selectAssetsOfTwins(db: Db, twinIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asset_id as id from twin where id = any(${twinIds}::int[])`.execute(db);
  return rows.map((row) => row.id);
}

/** Yields the assets of an analysis that have a probability, a time and a risk, in batches. */
export async function* selectAgingAssets(
  db: Db,
  analysisId: number,
  block: number,
): AsyncGenerator<AgingAsset[]> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{
      id: number;
      shape: number | null;
      scale: number | null;
      days: number;
      consequence: number | null;
      daysOut: number;
    }>`
      select asset_id as id, shape, scale_days as scale, days, consequence_value as consequence,
        greatest(0, coalesce(extract(epoch from analysis.end_date - out_of_service_at) / 86400, 0))::float8 as "daysOut"
      from risk_analysis_asset entry join asset on asset.id = asset_id
      join risk_analysis analysis on analysis.id = risk_analysis_id
      where risk_analysis_id = ${analysisId} and asset_id > ${after} and days is not null and entry.risk is not null
      order by asset_id limit ${block}`.execute(db);
    if (rows.length === 0) return;
    const rolledUp = rows.filter((row) => row.shape === null).map((row) => row.id);
    const modes = modesByAsset(await selectModes(db, analysisId, rolledUp));
    yield rows.map(({ id, shape, scale, ...rest }) => ({
      ...rest,
      life: shape === null || scale === null ? null : { shape, scale },
      failureModes: modes.get(id) ?? [],
    }));
    after = rows.at(-1)!.id;
  }
}
