import type { FieldDefinition } from '@twinward/contracts/records/field';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { fieldExpression } from '../field/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';

/** The asset and time of a point; the time as the record's field contains it. */
export interface PointPlace {
  assetId: number;
  time: string;
}

/**
 * Selects the values of a field at these assets and times, each from the record that was changed last; null if no
 * record has a value.
 * @param asset the field that refers to the asset
 * @param time the field that contains the time
 */
export async function selectFedValues(
  db: Db,
  type: TypeDefinition,
  { field, asset, time }: { field: string; asset: FieldDefinition; time: FieldDefinition },
  places: readonly PointPlace[],
): Promise<(PointPlace & { value: number | null })[]> {
  const column = sql.ref('record.fields');
  const { rows } = await sql<PointPlace & { value: number | null }>`
    select distinct on (given.asset_id, given.time) given.asset_id as "assetId", given.time,
      (${column} ->> ${field})::float8 as value
    from unnest(${places.map(({ assetId }) => assetId)}::int[], ${places.map((place) => place.time)}::text[])
      as given (asset_id, time)
    left join record on type_id = ${sql.lit(type.id)} and ${fieldExpression(asset, type, 'record')} = given.asset_id::float8
      and ${fieldExpression(time, type, 'record')} = given.time and ${column} ? ${field}
    order by given.asset_id, given.time, updated_at desc, record.id desc`.execute(db);
  return rows;
}

/** Selects the tags that a field feeds, by asset. */
export async function selectFedTags(
  db: Db,
  type: TypeDefinition,
  field: string,
  assetIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('record_tag')
    .select(['asset_id', 'tag_id'])
    .where('type_id', '=', type.id)
    .where('field', '=', field)
    .where(sql<SqlBool>`asset_id = any(${assetIds}::int[])`)
    .execute();
  return new Map(rows.map(({ asset_id, tag_id }) => [asset_id, tag_id]));
}

/** Serializes the creation of tags for a type until the transaction ends (advisory lock). */
export async function lockFedTags(db: Db, type: TypeDefinition): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('record tags'), ${type.id})`.execute(db);
}

export async function insertFedTags(
  db: Db,
  type: TypeDefinition,
  field: string,
  tags: readonly { assetId: number; tagId: number }[],
): Promise<void> {
  await db
    .insertInto('record_tag')
    .values(tags.map(({ assetId, tagId }) => ({ type_id: type.id, field, asset_id: assetId, tag_id: tagId })))
    .execute();
}

/** Lists the ids of the tags that a field feeds for these assets. */
export const listFedTags = async (
  db: Db,
  type: TypeDefinition,
  field: string,
  assetIds: readonly number[],
): Promise<number[]> => [...(await selectFedTags(db, type, field, assetIds)).values()];
