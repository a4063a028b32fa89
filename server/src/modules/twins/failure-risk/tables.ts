import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { Generated, JSONColumnType } from 'kysely';

/** Of exactly one of an asset, a twin and a failure mode. */
export interface ProbabilityTable {
  id: Generated<number>;
  asset_id: number | null;
  twin_id: number | null;
  failure_mode_id: number | null;
  /** Whole percent */
  value: number | null;
  /** Whole percent by the end of a risk analysis */
  risk_analysis_value: number | null;
  failure_distribution: 'none' | 'weibull';
  failure_distribution_parameters: JSONColumnType<FailureDistributionParameters>;
  library: Generated<boolean>;
}

/** Of exactly one of an asset, a twin and a failure mode. */
export interface ConsequenceTable {
  id: Generated<number>;
  asset_id: number | null;
  twin_id: number | null;
  failure_mode_id: number | null;
  value: number;
  scale: Generated<string>;
  description: Generated<string>;
  library: Generated<boolean>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    probability: ProbabilityTable;
    consequence: ConsequenceTable;
  }
}
