import type { ColumnType, Generated } from 'kysely';

export interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  twin_id: number | null;
  source_type: string;
  type: string;
  message: string;
  url: string | null;
  grouping: string | null;
  group_count: Generated<number>;
  read: Generated<boolean>;
  /** False for one that only goes into a mail. */
  in_app: boolean;
  time_stamp: Date;
  created_at: ColumnType<Date, never, never>;
}

export interface NotificationEventTable {
  id: Generated<number>;
  protection_id: number;
  threshold_id: number;
  direction: 'enter' | 'exit';
  at: Date;
  /** The threshold's action; null for an excursion of a twin with subscribers. */
  action: unknown;
}

export interface NotificationAggregateTable {
  user_id: number;
  period: 'daily' | 'weekly';
  since: Date;
  due_at: Date;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    notification: NotificationTable;
    notification_event: NotificationEventTable;
    notification_aggregate: NotificationAggregateTable;
  }
}
