import type { Mail } from '@twinward/contracts/system/mail';
import type { ColumnType, Generated } from 'kysely';

export interface MailTable {
  id: Generated<number>;
  message_id: Generated<string>;
  recipient: string;
  subject: string;
  /** Null once a confidential mail was sent. */
  text: string | null;
  confidential: boolean;
  status: Generated<Mail['status']>;
  attempts: Generated<number>;
  error: string | null;
  created_at: ColumnType<Date, never, never>;
  sent_at: Date | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    mail: MailTable;
  }
}
