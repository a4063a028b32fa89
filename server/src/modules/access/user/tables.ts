import type { ColumnType, Generated } from 'kysely';

export interface AppUserTable {
  id: Generated<number>;
  user_name: string;
  email: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  middle_name: Generated<string>;
  time_zone: Generated<string>;
  mobile_phone: string | null;
  enabled: Generated<boolean>;
  system_user: Generated<boolean>;
  is_admin: Generated<boolean>;
  allow_direct_login: Generated<boolean>;
  external: Generated<boolean>;
  password_hash: string | null;
  created_at: ColumnType<Date, never, never>;
}

export interface EmailChangeTable {
  user_id: number;
  token_hash: Buffer;
  email: string;
  expires_at: Date;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    app_user: AppUserTable;
    email_change: EmailChangeTable;
    user_group: {
      name: string;
      caption: string;
      description: Generated<string>;
      standard: Generated<boolean>;
    };
    user_group_member: { user_id: number; group_name: string };
    user_record_type: { user_id: number; record_type: string };
    group_record_type: { group_name: string; record_type: string };
  }
}
