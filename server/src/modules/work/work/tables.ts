import type { WorkKind } from '@twinward/contracts/assets/work';
import type { RowImportAction } from '@twinward/contracts/core/row-import';
import type { Generated } from 'kysely';

export interface WorkTable {
  id: Generated<number>;
  tag_id: number;
  /** Of its order; once under a tag. */
  number: string | null;
  name: string;
  description: Generated<string>;
  kind: WorkKind;
  /** Milliseconds */
  duration: number | null;
  /** Whole dollars */
  cost: number | null;
  resource: Generated<string>;
  /** Codes of ISO 14224 */
  failure_mechanism: string | null;
  failure_cause: string | null;
  planned_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  /** Counts up with every change. */
  version: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    work: WorkTable;
    work_import_row: {
      command_id: string;
      line: number;
      action: RowImportAction;
      tag_name: string;
      work_name: string;
      message: string | null;
    };
  }
}
