import type { Generated } from 'kysely';

export interface EvaluationDueTable {
  protection_id: number;
  since: number | null;
  created_at: Generated<Date>;
}

declare module '../../platform/database.ts' {
  interface Tables {
    evaluation_due: EvaluationDueTable;
  }
}
