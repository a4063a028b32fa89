import type { ColumnType } from 'kysely';

export interface SessionTable {
  id_hash: Buffer;
  user_id: number;
  created_at: ColumnType<Date, never, never>;
  expires_at: Date;
}

declare module '../../platform/database.ts' {
  interface Tables {
    session: SessionTable;
  }
}
