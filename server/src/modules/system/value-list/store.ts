import type { Db } from '../../../platform/database/database.ts';

export function selectList(db: Db, id: number) {
  return db.selectFrom('value_list').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectListByName(db: Db, name: string) {
  return db.selectFrom('value_list').selectAll().where('name', '=', name).executeTakeFirst();
}

/** The items of a list, in order. @param category limits them to one category */
export function selectItems(db: Db, listId: number, category?: string) {
  return db
    .selectFrom('value_list_item')
    .select(['id', 'caption', 'category', 'value'])
    .where('list_id', '=', listId)
    .$if(category !== undefined, (query) => query.where('category', '=', category!))
    .orderBy('category')
    .orderBy('position')
    .orderBy('id')
    .execute();
}
