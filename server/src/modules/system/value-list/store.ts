import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ValueListItemTable, ValueListTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

export type ListRow = Selectable<ValueListTable>;
export type ItemRow = Selectable<ValueListItemTable>;

const itemCount = sql<number>`(select count(*) from value_list_item where list_id = value_list.id)`;

const fields: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`value_list.id` },
    Name: { type: 'C', sql: sql`value_list.name` },
    Description: { type: 'C', sql: sql`value_list.description` },
    DataType: { type: 'C', sql: sql`value_list.data_type` },
    Kind: { type: 'C', sql: sql`value_list.kind` },
    IsStandard: { type: 'B', sql: sql`value_list.is_standard` },
    ItemCount: { type: 'N', sql: itemCount },
  },
  key: sql`value_list.id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

export function selectListPage(db: Db, request: ListRequest) {
  const query = db.selectFrom('value_list').selectAll().select(itemCount.as('item_count'));
  return findPage(query, compileList(request, fields));
}

export function selectList(db: Db, id: number): Promise<ListRow | undefined> {
  return db.selectFrom('value_list').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectListByName(db: Db, name: string): Promise<ListRow | undefined> {
  return db.selectFrom('value_list').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Locks the list's row (`FOR UPDATE`). */
export function lockListRow(db: Db, id: number): Promise<ListRow | undefined> {
  return db.selectFrom('value_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a list. Returns null if the name is in use, ignoring case. */
export async function insertList(db: Db, list: Insertable<ValueListTable>): Promise<number | null> {
  const row = await db
    .insertInto('value_list')
    .values(list)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

const rows = versionedTableRows('value_list');
export const updateList = rows.updateAndBump;
export const deleteListRow = rows.delete;

/** Selects the items of a list, by category and in order. @param category selects only the items of a category */
export function selectItems(db: Db, listId: number, category?: string): Promise<ItemRow[]> {
  return db
    .selectFrom('value_list_item')
    .selectAll()
    .where('list_id', '=', listId)
    .$if(category !== undefined, (query) => query.where('category', '=', category!))
    .orderBy('category', (order) => order.asc().nullsFirst())
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Locks the items' rows (`FOR UPDATE`), so that no record can refer to them by id meanwhile. */
export async function lockItems(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .selectFrom('value_list_item')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function deleteItems(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('value_list_item').where('id', 'in', ids).execute();
}

/** A stored item; id 0 for a new one. */
export type ItemFields = Omit<ItemRow, 'list_id'>;

/** Inserts new items and updates the others. */
export async function upsertItems(db: Db, listId: number, items: readonly ItemFields[]): Promise<void> {
  if (items.length === 0) return;
  const rows = JSON.stringify(items);
  const columns = sql`category, position, value, caption, description, color,
    is_default, is_standard, is_deprecated`;
  const source = sql`jsonb_to_recordset(${rows}::jsonb) as item (id int, category text, position int,
    value text, caption text, description text, color text, is_default boolean, is_standard boolean,
    is_deprecated boolean)`;
  // The default may move to another item, so no item is the default during the change.
  await sql`update value_list_item set is_default = false where list_id = ${listId} and is_default`.execute(
    db,
  );
  await sql`
    update value_list_item set (${columns}) = (item.category, item.position, item.value, item.caption,
      item.description, item.color, item.is_default, item.is_standard, item.is_deprecated)
    from ${source} where value_list_item.id = item.id and value_list_item.list_id = ${listId}`.execute(db);
  await sql`
    insert into value_list_item (list_id, ${columns})
    select ${listId}, ${columns} from ${source} where id = 0 order by position`.execute(db);
}
