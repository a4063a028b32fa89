import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { BenchmarkLevel } from '@twinward/domain/risk/benchmark';
import type { Generated, JSONColumnType } from 'kysely';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    scenario: {
      id: Generated<number>;
      risk_analysis_id: number;
      name: string;
      inputs_version: number;
      created_by: number | null;
      created_at: Generated<Date>;
      analysis: JSONColumnType<Scenario['analysis']>;
      /** What it comes to, and the choice under a budget */
      totals: JSONColumnType<Pick<Scenario, 'total' | 'budget'>>;
    };
    scenario_asset: {
      scenario_id: number;
      asset_id: number;
      asset_name: string;
      taxonomy: string;
      improve: boolean;
      no_effect: string | null;
      /** Whole dollars */
      cost: number | null;
      days: number | null;
      shape: number | null;
      /** Characteristic lives in days */
      scale_days: number | null;
      improved_shape: number | null;
      improved_scale_days: number | null;
      benchmark_days: number | null;
      benchmark_level: BenchmarkLevel | null;
      /** Percent, not cut, and whole */
      percent: number | null;
      probability_value: number | null;
      improved_percent: number | null;
      improved_probability_value: number | null;
      consequence_value: number | null;
      risk: number | null;
      improved_risk: number | null;
      failure_modes: JSONColumnType<ScenarioAsset['failureModes']>;
    };
  }
}
