import type { RiskSource } from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface RiskAnalysisTable {
  id: Generated<number>;
  name: string;
  description: string;
  start_date: Date | null;
  end_date: Date | null;
  /** ISO 8601 length of time */
  mission_time: string | null;
  probability_threshold: number;
  owner_id: number | null;
  version: Generated<number>;
  updated_at: Generated<Date>;
  /** Counts the changes of dates, assets and their inputs that people make in it. */
  inputs_version: Generated<number>;
  /** Set while a job calculates its assets anew; it stays where that was stopped. */
  is_outdated: Generated<boolean>;
  /** What-if scenarios that hold for its inputs as they are; a change of them leaves none. */
  valid_scenarios: Generated<number>;
  /** Of its assets; written by the database alone. */
  asset_count: GeneratedAlways<number>;
  over_threshold: GeneratedAlways<number>;
  maximum_consequence: GeneratedAlways<number | null>;
  risk: GeneratedAlways<number | null>;
}

/** What follows from the inputs is written by the function recalculate_risk_analysis alone. */
export interface RiskAnalysisAssetTable {
  risk_analysis_id: number;
  asset_id: number;
  improve: Generated<boolean>;
  improve_description: Generated<string>;
  /** What a failure costs in this analysis; null: what the twin or the asset says. */
  own_consequence: number | null;
  version: Generated<number>;
  probability_source: GeneratedAlways<RiskSource | null>;
  consequence_source: GeneratedAlways<RiskSource | null>;
  distribution: GeneratedAlways<'none' | 'weibull' | null>;
  shape: GeneratedAlways<number | null>;
  /** Characteristic life: ISO 8601, and in days */
  scale: GeneratedAlways<string | null>;
  scale_days: GeneratedAlways<number | null>;
  library: GeneratedAlways<boolean>;
  /** Days that the asset runs within the analysis */
  days: GeneratedAlways<number | null>;
  /** Percent, before it is cut to a whole one */
  percent: GeneratedAlways<number | null>;
  probability_value: GeneratedAlways<number | null>;
  consequence_value: GeneratedAlways<number | null>;
  risk: GeneratedAlways<number | null>;
  /** Days that the characteristic life is longer than the library's */
  comparative_days: GeneratedAlways<number | null>;
  opportunity: GeneratedAlways<boolean | null>;
}

/** Its ids are of one sequence with those of the table probability. */
export interface RiskAnalysisProbabilityTable {
  id: Generated<number>;
  risk_analysis_id: number;
  asset_id: number;
  /** Null: of the asset as a whole */
  failure_mode_id: number | null;
  failure_distribution: 'none' | 'weibull';
  failure_distribution_parameters: JSONColumnType<FailureDistributionParameters>;
  library: boolean;
}

/** The analysis of an asset that was made last. */
export interface LatestAnalysisOfAssetView {
  asset_id: number;
  risk_analysis_id: number;
  risk_analysis_name: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    risk_analysis: RiskAnalysisTable;
    risk_analysis_asset: RiskAnalysisAssetTable;
    risk_analysis_probability: RiskAnalysisProbabilityTable;
    latest_analysis_of_asset: LatestAnalysisOfAssetView;
  }
}
