import type { Portfolio, RiskMatrixBands } from '@twinward/contracts/risk/portfolio';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { LocationSource } from '../../records/structure/service.ts';
import { failureCost } from '../risk-analysis/service.ts';

async function executeRows<T>(query: RawBuilder<T>, db: Db): Promise<T[]> {
  return (await query.execute(db)).rows;
}

/** Query for the ids of assets; null: all assets. */
export type AssetIds = RawBuilder<unknown> | null;

const isAmong = (assets: AssetIds) => (assets === null ? sql`true` : sql`asset_id in (${assets})`);

/**
 * Counts the assets and sums their risk in each cell of the matrix, by probability and cost of failure. A band includes
 * its lower bound.
 */
export function selectMatrix(
  db: Db,
  analysisId: number,
  { probability, consequence }: RiskMatrixBands,
  assets: AssetIds,
): Promise<Portfolio['matrix']> {
  return executeRows(
    sql<Portfolio['matrix'][number]>`
      select width_bucket(probability_value::int, ${probability}::int[]) as probability,
        width_bucket(${failureCost('risk_analysis_asset')}, ${consequence}::float8[]) as consequence,
        count(*)::int as assets, sum(risk) as risk
      from risk_analysis_asset
      where risk_analysis_id = ${analysisId} and risk is not null and ${isAmong(assets)}
      group by 1, 2 order by 1, 2`,
    db,
  );
}

export async function selectTotal(db: Db, analysisId: number, assets: AssetIds): Promise<Portfolio['total']> {
  const [total] = await executeRows(
    sql<Portfolio['total']>`
      select count(*)::int as assets, count(risk)::int as "withRisk", coalesce(sum(risk), 0) as risk
      from risk_analysis_asset where risk_analysis_id = ${analysisId} and ${isAmong(assets)}`,
    db,
  );
  return total!;
}

export function selectPareto(db: Db, analysisId: number, most: number): Promise<Portfolio['pareto']> {
  return executeRows(
    sql<Portfolio['pareto'][number]>`
      select * from (
        select asset_id as "assetId", asset_name as "assetName", probability_value as probability,
          consequence_value as consequence, risk,
          100 * sum(risk) over (order by risk desc, asset_id) / sum(risk) over () as cumulative
        from risk_analysis_asset join asset on asset.id = asset_id
        where risk_analysis_id = ${analysisId} and risk > 0
      ) as ranked order by risk desc, "assetId" limit ${most}`,
    db,
  );
}

type Group = Portfolio['locations'][number];
const mostGroups = 200;

/**
 * Sums the risk by location.
 * @param source source of the locations; null for the standard structure
 */
export function selectLocations(db: Db, analysisId: number, source: LocationSource | null): Promise<Group[]> {
  if (source !== null) return selectPlaces(db, analysisId, source);
  return executeRows(
    sql<Group>`
      select place.id, coalesce(place.asset_name, 'No location') as name, count(*)::int as assets,
        coalesce(sum(entry.risk), 0) as risk, count(*) filter (where opportunity)::int as "overThreshold"
      from risk_analysis_asset entry
      join asset on asset.id = entry.asset_id
      left join asset place on place.id = asset.parent_id
      where risk_analysis_id = ${analysisId}
      group by place.id, place.asset_name order by risk desc, name limit ${mostGroups}`,
    db,
  );
}

function selectPlaces(db: Db, analysisId: number, { structureId, types }: LocationSource): Promise<Group[]> {
  return executeRows(
    sql<Group>`
      select place.id,
        coalesce(place.title, 'No location') as name, count(*)::int as assets,
        coalesce(sum(entry.risk), 0) as risk, count(*) filter (where opportunity)::int as "overThreshold"
      from risk_analysis_asset entry
      left join lateral structure_ancestors(${structureId}, 'asset', entry.asset_id) above
        on above.height = 1 and above.type = any(${types}::text[])
      left join record_overview place on place.type = above.type and place.id = above.id
      where risk_analysis_id = ${analysisId}
      group by place.type, place.id, place.title order by risk desc, name limit ${mostGroups}`,
    db,
  );
}

/** Sums the risk by category and class. Assets without a class count for their category. */
export function selectClasses(db: Db, analysisId: number): Promise<Group[]> {
  return executeRows(
    sql<Group>`
      select coalesce(entry.class_id, entry.category_id) as id,
        coalesce(nullif(concat_ws(' - ', category, class), ''), 'No taxonomy') as name, count(*)::int as assets,
        coalesce(sum(risk), 0) as risk, count(*) filter (where opportunity)::int as "overThreshold"
      from risk_analysis_asset
      join asset on asset.id = asset_id
      left join taxonomy_entry entry on entry.id = asset.taxonomy_id
      where risk_analysis_id = ${analysisId}
      group by entry.class_id, entry.category_id, category, class order by risk desc, name limit ${mostGroups}`,
    db,
  );
}
