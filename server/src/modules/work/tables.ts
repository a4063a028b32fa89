import type { Generated } from 'kysely';

export interface WorkTable {
  id: Generated<number>;
  tag_id: number;
  name: string;
  description: Generated<string>;
  kind: 'corrective' | 'preventive' | 'condition-based' | 'inspection' | 'modification' | 'other';
  planned_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  /** Whole units of money */
  cost: number | null;
}

declare module '../../platform/database.ts' {
  interface Tables {
    work: WorkTable;
  }
}
