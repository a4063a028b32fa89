import type { Generated } from 'kysely';

export interface ShelvingTable {
  protection_id: number;
  until: Date;
  since: Generated<Date>;
  /** Who shelved it; null where the user is gone. */
  user_id: number | null;
  reason: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    shelving: ShelvingTable;
  }
}
