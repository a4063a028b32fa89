import type { Generated } from 'kysely';

export interface MarkedRangeTable {
  id: Generated<number>;
  protection_id: number;
  start_at: Date;
  end_at: Date;
  note: string;
  created_by: number | null;
  created_at: Generated<Date>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    marked_range: MarkedRangeTable;
  }
}
