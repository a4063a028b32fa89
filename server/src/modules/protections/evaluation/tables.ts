import type { Generated } from 'kysely';

export interface EvaluationDueTable {
  protection_id: number;
  since: number | null;
  created_at: Generated<Date>;
  tag_ids: Generated<number[]>;
  /** Of each of the tags, the earliest point that came or changed, in epoch milliseconds. */
  from_times: Generated<string[]>;
  tried_at: Date | null;
  parked: string | null;
  parked_since: number | null;
}

/** What a calculated tag is calculated by, and what evaluation keeps of it. */
export interface CalculationTable {
  tag_id: number;
  logic: Generated<string>;
  /** Counted up by the database with every change of what evaluation depends on. */
  definition_version: Generated<number>;
  /** The definition that the stored points are of; null before any evaluation. */
  evaluated_version: number | null;
  /** The engine's newest states, as JSON. */
  tracking: string | null;
  /** Names the saving of the states. */
  tracking_token: string | null;
  /** Older states, as JSON. */
  checkpoints: string | null;
  error: string | null;
  overruns: Generated<number>;
  set_aside_at: Date | null;
  /** The command that is calculating all points anew. */
  recalculated_by: string | null;
}

export interface CalculationInputTable {
  tag_id: number;
  alias: string;
  input_tag_id: number;
}

export interface CalculationDueTable {
  tag_id: number;
  since: number;
  created_at: Generated<Date>;
  tried_at: Date | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    evaluation_due: EvaluationDueTable;
    calculation: CalculationTable;
    calculation_input: CalculationInputTable;
    calculation_due: CalculationDueTable;
  }
}
