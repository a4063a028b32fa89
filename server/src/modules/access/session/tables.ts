import type { ColumnType, Generated } from 'kysely';

export interface SessionTable {
  id_hash: Buffer;
  user_id: number;
  created_at: ColumnType<Date, never, never>;
  expires_at: Date;
  /** Names the session to its user. */
  public_id: Generated<string>;
  address: Generated<string>;
  user_agent: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    session: SessionTable;
  }
}
