import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { BenchmarkLevel } from '@twinward/domain/risk/benchmark';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** An improvement option in a snapshot. */
export interface SnapshotOption {
  id: number;
  failureModeId: number | null;
  /** Name of the failure mode. */
  failureMode: string | null;
  name: string;
  cost: number | null;
  effect: 'life' | 'probability';
  shape: number | null;
  /** ISO 8601 duration */
  scale: string | null;
  percent: number | null;
}

/** An asset of an analysis with everything that its improvement depends on. */
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
  is_roll_up: boolean;
  benchmark_shape: number | null;
  benchmark_days: number | null;
  benchmark_level: BenchmarkLevel | null;
  benchmark_is_example: boolean;
  failure_modes: {
    id: number;
    name: string;
    parameters: FailureDistributionParameters;
    consequence: number | null;
  }[];
  options: SnapshotOption[];
}

/** The assets of an analysis to select: all, those that are marked or have options, or one asset. */
export type SnapshotScope = 'all' | 'improvable' | { assetId: number };

/** Selects the current assets of an analysis. */
export async function selectSnapshot(
  db: Db,
  analysisId: number,
  scope: SnapshotScope,
): Promise<SnapshotRow[]> {
  const assetId = typeof scope === 'object' ? scope.assetId : null;
  const { rows } = await sql<SnapshotRow>`
    select entry.asset_id, asset.asset_name,
      concat_ws(' - ', taxonomy_entry.category, taxonomy_entry.class, taxonomy_entry.type) as taxonomy,
      improve, improve_cost, entry.days, entry.shape, entry.scale_days, consequence_value,
      coalesce(entry.probability_source = 'failure-modes', false) as is_roll_up,
      benchmark.shape as benchmark_shape, benchmark.characteristic_life as benchmark_days,
      benchmark.level as benchmark_level, coalesce(benchmark.is_example, false) as benchmark_is_example,
      coalesce(mode.list, '[]') as failure_modes,
      coalesce(option.list, '[]') as options
    from risk_analysis_asset entry
    join asset on asset.id = entry.asset_id
    left join taxonomy_entry on taxonomy_entry.id = asset.taxonomy_id
    left join benchmark_of_taxonomy benchmark on benchmark.taxonomy_id = asset.taxonomy_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'parameters', parameters,
        'consequence', consequence) order by name) as list
      from (
        select failure_mode.id, failure_mode.name, consequence.value as consequence,
          coalesce(own.failure_distribution_parameters, probability.failure_distribution_parameters) as parameters
        from twin
        join failure_mode on failure_mode.twin_id = twin.id
        left join probability on probability.failure_mode_id = failure_mode.id
        left join consequence on consequence.failure_mode_id = failure_mode.id
        left join risk_analysis_probability own on own.failure_mode_id = failure_mode.id
          and own.risk_analysis_id = entry.risk_analysis_id and own.asset_id = entry.asset_id
        where twin.asset_id = entry.asset_id
      ) as modes
      where parameters ->> 'scale' is not null
    ) as mode on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', improvement_option.id, 'failureModeId', failure_mode_id,
        'failureMode', failure_mode.name, 'name', improvement_option.name, 'cost', cost, 'effect', effect,
        'shape', shape, 'scale', scale, 'percent', percent) order by improvement_option.id) as list
      from improvement_option
      left join failure_mode on failure_mode.id = failure_mode_id
      where risk_analysis_id = entry.risk_analysis_id and asset_id = entry.asset_id
    ) as option on true
    where entry.risk_analysis_id = ${analysisId} and (${assetId}::int is null or entry.asset_id = ${assetId})
      and (${scope !== 'improvable'}::boolean or improve or option.list is not null)
    order by entry.asset_id`.execute(db);
  return rows;
}
