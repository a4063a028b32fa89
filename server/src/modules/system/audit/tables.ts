import type { AuditAction } from '@twinward/contracts/system/audit';
import type { ColumnType, Generated } from 'kysely';

type Facts = ColumnType<Record<string, unknown> | null, string | null, never>;

export interface AuditEntryTable {
  id: Generated<number>;
  at: ColumnType<Date, never, never>;
  user_id: ColumnType<number | null, number | null, never>;
  user_name: ColumnType<string, string, never>;
  action: ColumnType<AuditAction, AuditAction, never>;
  entity_type: ColumnType<string, string, never>;
  entity_id: ColumnType<string, string, never>;
  entity_name: ColumnType<string, string, never>;
  /** Written as JSON text. */
  old: Facts;
  new: Facts;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    audit_entry: AuditEntryTable;
  }
}
