import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import { unitIdExpression } from '../../system/unit/service.ts';
import type { AliasFacts } from './events.ts';

/** The owner of an alias. */
export type Owner = { twinId: number } | { calculatedTagId: number };

function selectAliasColumns(db: Db) {
  return db
    .selectFrom('tag_alias')
    .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .selectAll('tag_alias')
    .select(['tag.name as mapped_tag_name', 'tag.type as mapped_tag_type', 'tag.unit as mapped_tag_unit'])
    .select(unitIdExpression('tag_alias.unit').as('uom_id'));
}
export type TagAliasRow = Awaited<ReturnType<ReturnType<typeof selectAliasColumns>['execute']>>[number];

/** Returns the fields of an alias for its events. */
export function auditFields(
  row: Pick<TagAliasRow, 'id' | 'twin_id' | 'calculated_tag_id' | 'name' | 'mapped_tag_id' | 'unit'>,
): AliasFacts {
  const { id, twin_id: twinId, calculated_tag_id: calculatedTagId, name, mapped_tag_id, unit } = row;
  return { id, twinId, calculatedTagId, name, mappedTagId: mapped_tag_id, unit };
}

/** Selects the aliases of an owner by name. */
export function selectOwnerAliases(db: Db, owner: Owner, limit: number): Promise<TagAliasRow[]> {
  const query = selectAliasColumns(db).orderBy('tag_alias.name').limit(limit);
  return 'twinId' in owner
    ? query.where('twin_id', '=', owner.twinId).execute()
    : query.where('calculated_tag_id', '=', owner.calculatedTagId).execute();
}

export async function selectAlias(db: Db, id: number): Promise<TagAliasRow | null> {
  return (await selectAliasColumns(db).where('tag_alias.id', '=', id).executeTakeFirst()) ?? null;
}

export function selectAliasesById(db: Db, ids: readonly number[]): Promise<TagAliasRow[]> {
  return selectAliasColumns(db).where(sql<SqlBool>`tag_alias.id = any(${ids}::int[])`).execute();
}

/**
 * Selects the aliases of twins and calculated tags that are mapped to a tag, by the name of the asset or calculated
 * tag.
 */
export function selectAliasesOfTag(db: Db, tagId: number) {
  const ownerName = sql<string>`coalesce(
    (select asset_name from twin join asset on asset.id = twin.asset_id where twin.id = tag_alias.twin_id),
    (select name from tag as owner where owner.id = tag_alias.calculated_tag_id))`;
  return selectAliasColumns(db)
    .select(ownerName.as('owner_name'))
    .where('tag_alias.mapped_tag_id', '=', tagId)
    .orderBy('owner_name')
    .orderBy('tag_alias.name')
    .execute();
}

/** Selects the inputs of twins that are mapped to a tag, by the name of the asset. */
export function selectInputsOfTag(
  db: Db,
  tagId: number,
): Promise<{ id: number; name: string; assetName: string }[]> {
  return db
    .selectFrom('tag_alias')
    .innerJoin('twin', 'twin.id', 'tag_alias.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['tag_alias.id', 'tag_alias.name', 'asset.asset_name as assetName'])
    .where('tag_alias.mapped_tag_id', '=', tagId)
    .orderBy('asset.asset_name')
    .orderBy('tag_alias.name')
    .execute();
}

const rows = versionedTableRows('tag_alias');
export const insertAliases = rows.insertAll;
export const updateAliasRow = rows.updateAtVersion;
export const deleteAliases = rows.deleteAll;

export async function updateUnit(db: Db, id: number, unit: string | null): Promise<void> {
  await db.updateTable('tag_alias').set({ unit, version: sql`version + 1` }).where('id', '=', id).execute();
}

export async function selectAliasCountByUnit(db: Db, unit: string): Promise<number> {
  const { count } = await db
    .selectFrom('tag_alias')
    .select(sql<number>`count(*)`.as('count'))
    .where('unit', '=', unit)
    .executeTakeFirstOrThrow();
  return count;
}

export function selectAliasesByUnit(db: Db, unit: string): Promise<TagAliasRow[]> {
  return selectAliasColumns(db).where('tag_alias.unit', '=', unit).orderBy('tag_alias.id').execute();
}

/** Replaces a unit in the stored mappings, from which an undo restores units. */
export async function updateOldUnits(db: Db, unit: string, replacement: string): Promise<void> {
  await db.updateTable('alias_mapping').set({ old_unit: replacement }).where('old_unit', '=', unit).execute();
}
