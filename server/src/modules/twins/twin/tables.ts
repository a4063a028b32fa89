import type { Generated } from 'kysely';

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
  /** Counts the changes that people make, of its probability and consequence too. */
  version: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    twin: TwinTable;
  }
}
