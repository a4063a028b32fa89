import type { Generated } from 'kysely';

export interface FailureModeTable {
  id: Generated<number>;
  twin_id: number;
  name: string;
  description: string;
  /** Codes of ISO 14224 */
  mechanism: string | null;
  cause: string | null;
  /** ISO 8601 length of time */
  pf_interval: string | null;
  version: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    failure_mode: FailureModeTable;
  }
}
