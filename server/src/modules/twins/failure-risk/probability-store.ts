import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ProbabilityTable } from '../../../platform/database/generated/rows.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';
import type { Owner, OwnerColumn } from './owner.ts';

export type ProbabilityRow = Selectable<ProbabilityTable>;

export async function selectProbability(db: Db, { column, id }: Owner): Promise<ProbabilityRow | null> {
  const row = await db.selectFrom('probability').selectAll().where(column, '=', id).executeTakeFirst();
  return row ?? null;
}

export async function selectProbabilitiesByOwner(
  db: Db,
  column: OwnerColumn,
  ids: readonly number[],
): Promise<ProbabilityRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('probability')
    .selectAll()
    .where(column, '=', sql<number>`any(${ids}::int[])`)
    .execute();
}

/** Selects the probabilities of a twin and of its failure modes. */
export function selectProbabilitiesOfMission(db: Db, twinId: number): Promise<ProbabilityRow[]> {
  const modes = db.selectFrom('failure_mode').select('id').where('twin_id', '=', twinId);
  return db
    .selectFrom('probability')
    .selectAll()
    .where((eb) => eb.or([eb('twin_id', '=', twinId), eb('failure_mode_id', 'in', modes)]))
    .orderBy('id')
    .execute();
}

export type ProbabilityFields = Pick<
  ProbabilityRow,
  'value' | 'failure_distribution' | 'failure_distribution_parameters' | 'library'
>;

export async function upsertProbability(
  db: Db,
  { column, id }: Owner,
  fields: ProbabilityFields,
): Promise<void> {
  const row = {
    ...fields,
    failure_distribution_parameters: JSON.stringify(fields.failure_distribution_parameters),
  };
  await db
    .insertInto('probability')
    .values({ ...row, [column]: id })
    .onConflict((conflict) => conflict.column(column).doUpdateSet(row))
    .execute();
}

export const updateProbability = tableRows('probability').update;

export async function deleteProbability(db: Db, { column, id }: Owner): Promise<void> {
  await db.deleteFrom('probability').where(column, '=', id).execute();
}
