import type { ColumnType } from 'kysely';

export interface PasswordResetTable {
  token_hash: Buffer;
  user_id: number;
  created_at: ColumnType<Date, never, never>;
  expires_at: Date;
  used_at: Date | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    password_reset: PasswordResetTable;
  }
}
