import type { ListRequest } from '@twinward/contracts/core/list';
import type { AuditEntity } from '@twinward/contracts/system/audit';
import { type Insertable, type SqlBool, sql } from 'kysely';
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
  if (entries.length === 0) return;
  // One array per column, since binding each value separately would take most of the time of an import.
  const text = (name: keyof Insertable<AuditEntryTable>) =>
    sql`${entries.map((entry) => entry[name])}::text[]`;
  await sql`
    insert into audit_entry (user_id, user_name, action, entity_type, entity_id, entity_name, old, new)
    select user_id, user_name, action, entity_type, entity_id, entity_name, old::jsonb, new::jsonb
    from unnest(
      ${entries.map((entry) => entry.user_id)}::int[], ${text('user_name')}, ${text('action')},
      ${text('entity_type')}, ${text('entity_id')}, ${text('entity_name')}, ${text('old')}, ${text('new')}
    ) with ordinality
      as entry (user_id, user_name, action, entity_type, entity_id, entity_name, old, new, place)
    order by place`.execute(db);
}

export function selectEntryPage(db: Db, request: ListRequest) {
  return findPage(db.selectFrom('audit_entry').selectAll(), compileList(request, list));
}

/** Selects the id of the newest entry; 0 if none exists. */
export async function selectNewestId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_entry')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Selects the last recorded names of records of a type, by id. */
export async function selectNamesOfThings(
  db: Db,
  entityType: AuditEntity,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('audit_entry')
    .distinctOn('entity_id')
    .select(['entity_id', 'entity_name'])
    .where('entity_type', '=', entityType)
    .where(sql<SqlBool>`entity_id = any(${ids}::text[])`)
    .orderBy('entity_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row.entity_name]));
}
