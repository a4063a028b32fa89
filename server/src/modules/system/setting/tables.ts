import type { ColumnType } from 'kysely';

export interface UserSettingTable {
  user_id: number;
  name: string;
  /** Written as JSON text. */
  value: ColumnType<unknown, string, string>;
}

export interface SystemSettingTable {
  name: string;
  /** Written as JSON text. */
  value: ColumnType<unknown, string, string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    user_setting: UserSettingTable;
    system_setting: SystemSettingTable;
  }
}
