import type { Generated } from 'kysely';

export interface ActivityTable {
  id: Generated<number>;
  twin_id: number;
  tag_alias_id: number | null;
  name: string;
  description: string;
  /** ISO 8601 length of time */
  duration: string | null;
  cost: number | null;
  resource: string;
  version: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    activity: ActivityTable;
  }
}
