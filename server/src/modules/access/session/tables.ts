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

export interface SignInFailureTable {
  kind: 'pair' | 'name' | 'address';
  user_name: string;
  address: string;
  failures: Generated<number>;
  last_at: Generated<Date>;
  blocked_until: Generated<Date | null>;
}

export interface SignInAddressTable {
  user_id: number;
  address: string;
  last_at: Generated<Date>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    session: SessionTable;
    sign_in_failure: SignInFailureTable;
    sign_in_address: SignInAddressTable;
  }
}
