import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ConsequenceTable } from '../../../platform/database/generated/rows.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';
import type { Owner } from './owner.ts';

export type ConsequenceRow = Selectable<ConsequenceTable>;
export type ConsequenceFields = Pick<ConsequenceRow, 'value' | 'scale' | 'description' | 'library'>;

export async function selectConsequenceById(db: Db, id: number): Promise<ConsequenceRow | null> {
  return (await db.selectFrom('consequence').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function selectConsequence(db: Db, { column, id }: Owner): Promise<ConsequenceRow | null> {
  return (await db.selectFrom('consequence').selectAll().where(column, '=', id).executeTakeFirst()) ?? null;
}

export async function selectConsequencesByOwner(
  db: Db,
  column: Owner['column'],
  ids: readonly number[],
): Promise<ConsequenceRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('consequence')
    .selectAll()
    .where(column, '=', sql<number>`any(${ids}::int[])`)
    .execute();
}

/** Selects the consequence of a twin, then those of its failure modes. */
export function selectConsequencesOfTwin(db: Db, twinId: number): Promise<ConsequenceRow[]> {
  const modes = db.selectFrom('failure_mode').select('id').where('twin_id', '=', twinId);
  return db
    .selectFrom('consequence')
    .selectAll()
    .where((eb) => eb.or([eb('twin_id', '=', twinId), eb('failure_mode_id', 'in', modes)]))
    .orderBy('twin_id', (order) => order.asc().nullsLast())
    .orderBy('failure_mode_id')
    .execute();
}

export async function insertConsequence(
  db: Db,
  { column, id }: Owner,
  fields: ConsequenceFields,
): Promise<number> {
  const row = await db
    .insertInto('consequence')
    .values({ ...fields, [column]: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function upsertConsequence(
  db: Db,
  { column, id }: Owner,
  fields: ConsequenceFields,
): Promise<void> {
  await db
    .insertInto('consequence')
    .values({ ...fields, [column]: id })
    .onConflict((conflict) => conflict.column(column).doUpdateSet(fields))
    .execute();
}

export const updateConsequenceRow = tableRows('consequence').update;

export async function deleteConsequenceRow(db: Db, { column, id }: Owner): Promise<void> {
  await db.deleteFrom('consequence').where(column, '=', id).execute();
}
