import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AuditEntryTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`id` },
    Time: { type: 'D', sql: sql`at` },
    UserId: { type: 'N', sql: sql`user_id` },
    UserName: { type: 'C', sql: sql`user_name` },
    Action: { type: 'C', sql: sql`action` },
    EntityType: { type: 'C', sql: sql`entity_type` },
    EntityId: { type: 'C', sql: sql`entity_id` },
    EntityName: { type: 'C', sql: sql`entity_name` },
  },
  key: sql`id`,
  defaultSort: [
    { field: 'Time', direction: 'Descending' },
    { field: 'Id', direction: 'Descending' },
  ],
};

export async function insertEntries(db: Db, entries: readonly Insertable<AuditEntryTable>[]): Promise<void> {
  if (entries.length > 0) await db.insertInto('audit_entry').values(entries).execute();
}

export function selectEntryPage(db: Db, request: ListRequest) {
  return findPage(db.selectFrom('audit_entry').selectAll(), compileList(request, list));
}
