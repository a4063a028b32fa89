import type { ListRequest, Paging } from '@twinward/contracts/core/list';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

interface Part {
  name: string;
  caption: string;
  fromType: string;
  toType: string;
}

const parts = sql<Part[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', relationship.name, 'caption', relationship.caption,
    'fromType', from_type, 'toType', to_type) order by part.position), '[]')
  from structure_relationship part join relationship on relationship.id = part.relationship_id
  where part.structure_id = structure.id)`;

const list: ListFields = {
  fields: {
    Name: { type: 'C', sql: sql`structure.name` },
    Caption: { type: 'C', sql: sql`structure.caption` },
    Description: { type: 'C', sql: sql`structure.description` },
    Standard: { type: 'B', sql: sql`structure.standard` },
  },
  key: sql`structure.id`,
  defaultSort: [{ field: 'Caption', direction: 'Ascending' }],
};

const selectStructures = (db: Db) => db.selectFrom('structure').selectAll().select(parts.as('relationships'));
export type StructureRow = Awaited<ReturnType<ReturnType<typeof selectStructures>['execute']>>[number];

export function selectStructurePage(db: Db, request: ListRequest) {
  return findPage(selectStructures(db), compileList(request, list));
}

/** Ignores case. */
export async function selectStructure(db: Db, name: string): Promise<StructureRow | null> {
  const row = await selectStructures(db).where(sql<SqlBool>`lower(name) = lower(${name})`).executeTakeFirst();
  return row ?? null;
}

/** Serializes changes of the hierarchy (advisory lock). Take this lock before any row lock. */
export async function lockHierarchy(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('asset hierarchy'))`.execute(db);
}

/** Blocks changes of structures until the transaction ends (advisory lock, shared). */
export async function lockStructures(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('asset hierarchy'))`.execute(db);
}

/** Locks the structure's row (`FOR UPDATE`). */
export async function lockStructure(db: Db, name: string): Promise<void> {
  await sql`select from structure where lower(name) = lower(${name}) for update`.execute(db);
}

const rows = versionedTableRows('structure');
export const insertStructure = rows.insert;
export const updateStructureRow = rows.updateAndBump;
export const deleteStructureRow = rows.delete;

/** Replaces the relationships of a structure. Triggers refuse cycles, and a check constraint refuses many-to-many. */
export async function replaceParts(
  db: Db,
  structureId: number,
  relationships: readonly { id: number; cardinality: string }[],
): Promise<void> {
  await db.deleteFrom('structure_relationship').where('structure_id', '=', structureId).execute();
  await db
    .insertInto('structure_relationship')
    .values(
      relationships.map(({ id, cardinality }, position) => ({
        structure_id: structureId,
        position,
        relationship_id: id,
        cardinality,
      })),
    )
    .execute();
}

const nodes = (db: Db, structureId: number) =>
  db
    .selectFrom('record_overview as node')
    .select(['node.type', 'node.id', 'node.title', 'node.detail', 'node.twin_id', 'node.asset_id'])
    .select('node.is_equipment')
    .select(
      sql<number>`(select count(*)::int from structure_children(${structureId}, node.type, node.id))`.as(
        'child_count',
      ),
    );
export type NodeRow = Awaited<ReturnType<ReturnType<typeof nodes>['execute']>>[number];

const treeOrder = sql`coalesce(node.is_equipment, false), node.title, node.type, node.id`;

/** Selects a page of the children of a record in a structure. */
export function selectChildPage(
  db: Db,
  structureId: number,
  { type, id }: { type: string; id: number },
  types: readonly string[],
  paging: Paging,
) {
  return findPage(nodes(db, structureId), {
    where: sql`node.type = any(${types}::text[])
      and (node.type, node.id) in (select type, id from structure_children(${structureId}, ${type}, ${id}))`,
    ...toPage(paging),
  });
}

/**
 * Selects a page of the records at the top of a structure, those without a parent: all of the types in `tops`, and
 * those of the types in `both` that have children.
 * Types in `both` can be parents and children.
 */
export function selectRootPage(
  db: Db,
  structureId: number,
  types: { tops: readonly string[]; both: readonly string[] },
  paging: Paging,
) {
  return findPage(nodes(db, structureId), {
    where: sql`(node.type = any(${types.tops}::text[]) or node.type = any(${types.both}::text[]) and exists (
      select from structure_relationship part join record_link link on link.relationship_id = part.relationship_id
      where part.structure_id = ${structureId} and link.from_type = node.type and link.from_id = node.id))
      and not exists (
      select from structure_relationship part join record_link link on link.relationship_id = part.relationship_id
      where part.structure_id = ${structureId} and link.to_type = node.type and link.to_id = node.id)`,
    ...toPage(paging),
  });
}

const toPage = ({ 'page-number': number, 'page-size': size }: Paging) => ({
  orderBy: treeOrder,
  limit: size,
  offset: (number - 1) * size,
});

/** Selects the path from the root to a record; empty if the record does not exist. */
export async function selectWay(db: Db, structureId: number, type: string, id: number) {
  const { rows } = await sql<Omit<NodeRow, 'child_count' | 'is_equipment'>>`
    select overview.type, overview.id, overview.title, overview.detail, overview.twin_id, overview.asset_id
    from (
      select ${type}::text as type, ${id}::int as id, 0 as height
      union all select type, id, height from structure_ancestors(${structureId}, ${type}, ${id})
    ) way join record_overview overview on overview.type = way.type and overview.id = way.id
    order by way.height desc`.execute(db);
  return rows;
}
