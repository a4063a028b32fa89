import type { Generated } from 'kysely';

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
    consequence: ConsequenceTable;
  }
}
