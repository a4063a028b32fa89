import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

function peopleQuery(db: Db) {
  return db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'first_name', 'last_name', 'enabled'])
    .orderBy('user_name');
}

export async function selectPeople(db: Db, ids: readonly number[]) {
  return peopleQuery(db).where(sql<SqlBool>`id = any(${ids}::int[])`).execute();
}

function namesQuery(db: Db) {
  return db.selectFrom('user_group').select(['name', 'caption']).orderBy('caption').orderBy('name');
}

export async function selectGroupNames(db: Db, names: readonly string[]) {
  return namesQuery(db).where(sql<SqlBool>`name = any(${names}::text[])`).execute();
}

const patterns = (texts: readonly string[]) => texts.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);

/** Selects enabled users whose user name, or first and last name, contains one of the texts. */
export async function searchPeople(db: Db, texts: readonly string[], limit: number) {
  return peopleQuery(db)
    .where('enabled', '=', true)
    .where('is_service', '=', false)
    .where(
      sql<SqlBool>`(user_name || ' ' || first_name || ' ' || last_name) ilike any(${patterns(texts)}::text[])`,
    )
    .limit(limit)
    .execute();
}

export async function searchGroups(db: Db, texts: readonly string[], limit: number) {
  return namesQuery(db)
    .where(sql<SqlBool>`(name || ' ' || caption) ilike any(${patterns(texts)}::text[])`)
    .limit(limit)
    .execute();
}
