import type { Generated } from 'kysely';

export interface DiskNoticeTable {
  only_row: Generated<boolean>;
  from_at: Date;
  until_at: Date;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    disk_notice: DiskNoticeTable;
  }
}
