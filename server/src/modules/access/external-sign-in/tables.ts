import type { ColumnType } from 'kysely';

export interface ExternalSignInTable {
  key_hash: Buffer;
  kind: 'pending' | 'ticket';
  /** Of the cookie of the browser that began. */
  browser_hash: Buffer;
  /** Written as JSON text. */
  data: ColumnType<unknown, string, never>;
  expires_at: Date;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    external_sign_in: ExternalSignInTable;
  }
}
