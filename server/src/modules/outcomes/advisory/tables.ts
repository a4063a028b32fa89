import type { AdvisoryOutcome, AdvisoryState } from '@twinward/contracts/advisories/advisory';
import type { AdvisoryWork } from '@twinward/contracts/protections/threshold';
import type { ColumnType, Generated } from 'kysely';

export interface AdvisoryTable {
  id: Generated<number>;
  twin_id: number;
  protection_id: number | null;
  threshold_id: number | null;
  /** Made by a threshold's action, or by hand. */
  source: 'rule' | 'user';
  name: string;
  comment: Generated<string>;
  state: AdvisoryState;
  /** Of the threshold, as it was then. */
  level: number | null;
  activity_id: number | null;
  priority: number | null;
  /** ISO 8601 length of time, from when it becomes active. */
  target_horizon: string | null;
  target_at: Date | null;
  /** Written as JSON text. */
  work: ColumnType<AdvisoryWork | null, string | null, string | null>;
  remediation_id: number | null;
  outcome: AdvisoryOutcome | null;
  created_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  activated_at: Date | null;
  closed_at: Date | null;
  /** Counts up with every change. */
  version: Generated<number>;
}

export interface AdvisoryAttachmentTable {
  id: Generated<number>;
  advisory_id: number;
  name: string;
  type: string;
  /** Bytes */
  size: number;
  data: Buffer;
  user_id: number | null;
  created_at: Generated<Date>;
}

export interface AdvisoryChangeTable {
  id: Generated<number>;
  advisory_id: number;
  at: Generated<Date>;
  /** Null for what the system did by itself. */
  user_id: number | null;
  action: string;
  from_state: AdvisoryState | null;
  to_state: AdvisoryState | null;
  reason: Generated<string>;
}

export interface WorkRequestTable {
  id: Generated<number>;
  advisory_id: number;
  idempotency_key: Generated<string>;
  /** Written as JSON text. */
  request: ColumnType<AdvisoryWork, string, string>;
  sent_at: Date | null;
  number: string | null;
  status: string | null;
  error: string | null;
  created_at: Generated<Date>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    advisory: AdvisoryTable;
    advisory_reviewer: { advisory_id: number; user_id: number | null; group_name: string | null };
    advisory_failure_mode: { advisory_id: number; failure_mode_id: number };
    advisory_occurrence: { advisory_id: number; start_at: Date; created_at: Generated<Date> };
    advisory_comment: {
      id: Generated<number>;
      advisory_id: number;
      user_id: number | null;
      text: string;
      created_at: Generated<Date>;
    };
    advisory_attachment: AdvisoryAttachmentTable;
    advisory_change: AdvisoryChangeTable;
    work_request: WorkRequestTable;
  }
}
