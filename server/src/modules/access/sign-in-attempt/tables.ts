import type { Generated } from 'kysely';

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
    sign_in_failure: SignInFailureTable;
    sign_in_address: SignInAddressTable;
  }
}
