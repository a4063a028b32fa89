import type { FailureDistributionParameters } from '@twinward/contracts/twin';
import type { Generated, JSONColumnType } from 'kysely';

export interface TwinTable {
  id: Generated<number>;
  asset_id: number;
  description: Generated<string>;
  technical_number: string | null;
  active: Generated<boolean>;
  start_date: Date | null;
  /** ISO 8601 length of time */
  mission_time: string | null;
  /** Highest level of its active protections; null before any evaluation. Written by evaluation alone. */
  level: number | null;
}

export interface ProbabilityTable {
  id: Generated<number>;
  twin_id: number;
  /** Whole percent */
  value: number | null;
  failure_distribution: 'none' | 'weibull';
  failure_distribution_parameters: JSONColumnType<FailureDistributionParameters>;
}

export interface ConsequenceTable {
  id: Generated<number>;
  twin_id: number;
  value: number;
  scale: Generated<string>;
  description: Generated<string>;
}

declare module '../../platform/database.ts' {
  interface Tables {
    twin: TwinTable;
    probability: ProbabilityTable;
    consequence: ConsequenceTable;
  }
}
