import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { CalculationDeviationTable } from '../../../platform/database/generated/rows.ts';
import type { InputSources } from '../definition/service.ts';
import { replaceCalculationInputs } from './calculation-store.ts';

/** The model and the input of a deviation tag, in the database's form. */
export type DeviationRow = Insertable<CalculationDeviationTable>;

/**
 * Stores the model that calculates a deviation tag, in place of the earlier one; its evaluation stops until it is
 * recalculated.
 * @param sources the inputs of the model, by alias
 */
export async function upsertDeviation(db: Db, row: DeviationRow, sources: InputSources): Promise<void> {
  const { tag_id: tagId, ...values } = row;
  await db
    .insertInto('calculation_deviation')
    .values(row)
    .onConflict((conflict) => conflict.column('tag_id').doUpdateSet(values))
    .execute();
  await replaceCalculationInputs(db, tagId, sources);
}

/** A calculated tag with the deviation of an input. */
export interface DeviationTag {
  tagId: number;
  name: string;
  tagAliasId: number;
  versionNumber: number;
}

/** Selects the deviation tags of a protection, by name. */
export function selectDeviations(db: Db, protectionId: number): Promise<DeviationTag[]> {
  return db
    .selectFrom('calculation_deviation')
    .innerJoin('tag', 'tag.id', 'tag_id')
    .select(['tag_id as tagId', 'tag.name', 'tag_alias_id as tagAliasId', 'version_number as versionNumber'])
    .where('protection_id', '=', protectionId)
    .orderBy('tag.name')
    .execute();
}

/** Selects the model that calculates a tag; null for a tag with logic. */
export async function selectDeviationModel(
  db: Db,
  tagId: number,
): Promise<{ protectionId: number | null; protectionName: string | null; version: number } | null> {
  const row = await db
    .selectFrom('calculation_deviation')
    .leftJoin('protection', 'protection.id', 'protection_id')
    .select([
      'protection.id as protectionId',
      'protection.name as protectionName',
      'version_number as version',
    ])
    .where('tag_id', '=', tagId)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the inputs of protections that are calculated from a deviation of the same protection. */
export async function selectOwnDeviations(
  db: Db,
  protectionIds: readonly number[],
): Promise<{ alias: string; tagName: string }[]> {
  const { rows } = await sql<{ alias: string; tagName: string }>`
    with recursive needed (protection_id, alias, tag_id) as (
      select protection_id, tag_alias.name, mapped_tag_id from protection_alias
      join tag_alias on tag_alias.id = tag_alias_id
      where protection_id = any(${protectionIds}::int[]) and mapped_tag_id is not null
      union
      select protection_id, needed.alias, input_tag_id from needed
      join calculation_input using (tag_id)
    )
    select distinct needed.alias, tag.name as "tagName" from needed
    join calculation_deviation using (tag_id, protection_id) join tag on tag.id = tag_id
    order by 1, 2`.execute(db);
  return rows;
}
