import type { ListRequest } from '@twinward/contracts/core/list';
import type { Cardinality, RelationshipChange } from '@twinward/contracts/records/relationship';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RelationshipTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const linkCount = sql<number>`(select count(*)::int from record_link where relationship_id = relationship.id)`;
const structures = sql<string[]>`array(
  select structure.caption from structure_relationship part join structure on structure.id = part.structure_id
  where part.relationship_id = relationship.id order by 1)`;

const list: ListFields = {
  fields: {
    Name: { type: 'C', sql: sql`relationship.name` },
    Caption: { type: 'C', sql: sql`relationship.caption` },
    Description: { type: 'C', sql: sql`relationship.description` },
    FromType: { type: 'C', sql: sql`relationship.from_type` },
    ToType: { type: 'C', sql: sql`relationship.to_type` },
    Cardinality: { type: 'C', sql: sql`relationship.cardinality` },
    Standard: { type: 'B', sql: sql`relationship.standard` },
    LinkCount: { type: 'N', sql: linkCount },
  },
  key: sql`relationship.id`,
  defaultSort: [{ field: 'Caption', direction: 'Ascending' }],
};

function selectRelationships(db: Db) {
  return db
    .selectFrom('relationship')
    .selectAll()
    .select([linkCount.as('link_count'), structures.as('structures')]);
}
export type RelationshipRow = Awaited<ReturnType<ReturnType<typeof selectRelationships>['execute']>>[number];

export function selectRelationshipPage(db: Db, request: ListRequest) {
  return findPage(selectRelationships(db), compileList(request, list));
}

/** Selects all relationships, without the numbers of links and structures. */
export function selectBareRelationships(db: Db) {
  return db.selectFrom('relationship').selectAll().orderBy('caption').orderBy('id').execute();
}
export type BareRelationshipRow = Awaited<ReturnType<typeof selectBareRelationships>>[number];

/** Ignores case. */
export async function selectRelationship(db: Db, name: string): Promise<RelationshipRow | null> {
  const row = await selectRelationships(db)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row ?? null;
}

/** Case-sensitive. */
export function selectRelationshipsByName(db: Db, names: readonly string[]): Promise<RelationshipRow[]> {
  return selectRelationships(db).where(sql<SqlBool>`relationship.name = any(${names}::text[])`).execute();
}

export function selectRelationshipsOfType(db: Db, type: string): Promise<RelationshipRow[]> {
  return selectRelationships(db)
    .where((eb) => eb.or([eb('from_type', '=', type), eb('to_type', '=', type)]))
    .orderBy('caption')
    .execute();
}

/** Locks the relationship's row (`FOR UPDATE`). */
export async function lockRelationship(db: Db, name: string): Promise<void> {
  await sql`select from relationship where lower(name) = lower(${name}) for update`.execute(db);
}

/** Selects ids of record types by name (case-sensitive). Omits those that do not exist. */
export async function selectTypeIds(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('record_type')
    .select(['id', 'name'])
    .where(sql<SqlBool>`name = any(${names}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function insertRelationship(db: Db, row: Insertable<RelationshipTable>): Promise<void> {
  await db.insertInto('relationship').values(row).execute();
}

export async function updateRelationshipRow(
  db: Db,
  id: number,
  { caption, description, cardinality, ...sides }: Omit<RelationshipChange, 'version'>,
): Promise<void> {
  await db
    .updateTable('relationship')
    .set({
      caption,
      description,
      cardinality,
      from_caption: sides.fromCaption,
      to_caption: sides.toCaption,
      from_on_delete: sides.fromOnDelete,
      to_on_delete: sides.toOnDelete,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

export const deleteRelationshipRow = tableRows('relationship').delete;

/**
 * Selects a record with more links than a cardinality permits, and the number of its links; undefined if none exists.
 */
export async function selectExcess(
  db: Db,
  relationshipId: number,
  cardinality: Cardinality,
): Promise<{ title: string; count: number; side: 'from' | 'to' } | undefined> {
  if (cardinality === 'many-many') return undefined;
  const { rows } = await sql<{ title: string; count: number; side: 'from' | 'to' }>`
    select coalesce(overview.title, crowded.id::text) as title, crowded.count::int, crowded.side
    from (
      select 'to' as side, to_type as type, to_id as id, count(*) from record_link
      where relationship_id = ${relationshipId} group by to_type, to_id having count(*) > 1
      union all
      select 'from', from_type, from_id, count(*) from record_link
      where relationship_id = ${relationshipId} and ${cardinality === 'one-one'}
      group by from_type, from_id having count(*) > 1
      limit 1) crowded
    left join record_overview overview on overview.type = crowded.type and overview.id = crowded.id`.execute(
    db,
  );
  return rows[0];
}
