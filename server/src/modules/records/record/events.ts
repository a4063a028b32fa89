import type { RecordReference } from '@twinward/contracts/records/link';
import { defineEffect } from '../../../platform/events.ts';

/** A date of a record, and the users to remind of it. */
export interface DueReminder extends Pick<RecordReference, 'type' | 'id' | 'twinId' | 'assetId'> {
  /** Caption of the type, and title. */
  record: string;
  fieldName: string;
  field: string;
  /** The date, yyyy-MM-dd. */
  day: string;
  /** Enabled users who may read the record. */
  userIds: number[];
}

/** Reminders became due; emitted once for each date of a record. */
export const remindersDue = defineEffect<readonly DueReminder[]>('record.remindersDue');
