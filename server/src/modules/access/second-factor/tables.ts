import type { ColumnType, Generated } from 'kysely';

export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  host: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: ColumnType<Date, never, never>;
  last_used_at: Date | null;
}

export interface ChallengeTable {
  id_hash: Buffer;
  user_id: number;
  kind: 'sign-in' | 'totp' | 'passkey';
  /** Written as JSON text. */
  data: ColumnType<unknown, string, never>;
  attempts: Generated<number>;
  expires_at: Date;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    totp_factor: {
      user_id: number;
      secret: string;
      last_step: number;
      created_at: Generated<Date>;
      last_used_at: Date | null;
    };
    passkey: PasskeyTable;
    recovery_code: { user_id: number; code_hash: Buffer };
    second_factor_challenge: ChallengeTable;
  }
}
