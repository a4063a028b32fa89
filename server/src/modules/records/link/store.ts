import type { ListRequest } from '@twinward/contracts/core/list';
import type { LinkSide } from '@twinward/contracts/records/link';
import { isSystemType } from '@twinward/contracts/records/record-type';
import type { Cardinality } from '@twinward/contracts/records/relationship';
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RecordLinkTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import type { RelationshipRow } from '../relationship/service.ts';

/** The columns of a link, as seen from the record on each side. */
const columns = {
  from: { own: sql.ref<number>('link.from_id'), other: sql.ref<number>('link.to_id') },
  to: { own: sql.ref<number>('link.to_id'), other: sql.ref<number>('link.from_id') },
};

const recordFields: ListFields['fields'] = {
  Id: { type: 'N', sql: sql`other.id` },
  Title: { type: 'C', sql: sql`other.title` },
  Detail: { type: 'C', sql: sql`other.detail` },
};
const candidateList: ListFields = {
  fields: recordFields,
  key: sql`other.id`,
  defaultSort: [{ field: 'Title', direction: 'Ascending' }],
};
const linkedList: ListFields = {
  ...candidateList,
  fields: { ...recordFields, LinkedAt: { type: 'D', sql: sql`link.created_at` } },
};

/**
 * Selects the relationships of a type, with the number of links of one record. A relationship of a type with itself is
 * returned once for each side.
 */
export async function selectPanels(db: Db, type: string, id: number) {
  const selectPanelsOfSide = (side: LinkSide) =>
    db
      .selectFrom('relationship')
      .selectAll('relationship')
      .select([
        sql<LinkSide>`${side}::text`.as('side'),
        sql<number>`(select count(*)::int from record_link link
          where link.relationship_id = relationship.id and ${columns[side].own} = ${id})`.as('count'),
      ])
      .where(side === 'from' ? 'from_type' : 'to_type', '=', type)
      .orderBy('standard')
      .orderBy('caption')
      .orderBy('id')
      .execute();
  return [...(await selectPanelsOfSide('from')), ...(await selectPanelsOfSide('to'))];
}
export type PanelRow = Awaited<ReturnType<typeof selectPanels>>[number];

const toOtherType = (relationship: RelationshipRow, side: LinkSide) =>
  side === 'from' ? relationship.to_type : relationship.from_type;

export function selectLinkedPage(
  db: Db,
  relationship: RelationshipRow,
  side: LinkSide,
  id: number,
  request: ListRequest,
) {
  const query = db
    .selectFrom('record_link as link')
    .innerJoin('record_overview as other', (join) => join.on(sql`other.id`, '=', columns[side].other))
    .where('other.type', '=', toOtherType(relationship, side))
    .where('link.relationship_id', '=', relationship.id)
    .where(columns[side].own, '=', id)
    .select(['link.id as link_id', 'link.created_at'])
    .select(['other.type', 'other.id', 'other.title', 'other.detail', 'other.twin_id', 'other.asset_id']);
  return findPage(query, compileList(request, linkedList));
}

/**
 * Selects a page of records of the other type that are not linked to the record. `taken_by` is the title of the record
 * whose link excludes a new one.
 */
export function selectCandidatePage(
  db: Db,
  relationship: RelationshipRow,
  side: LinkSide,
  id: number,
  request: ListRequest,
) {
  const { own, other } = columns[side];
  const isExclusive =
    side === 'from' ? relationship.cardinality !== 'many-many' : relationship.cardinality === 'one-one';
  const ownType = side === 'from' ? relationship.from_type : relationship.to_type;
  const isSameType = relationship.from_type === relationship.to_type;
  const query = db
    .selectFrom('record_overview as other')
    .where('other.type', '=', toOtherType(relationship, side))
    .where(sql<SqlBool>`not exists (select from record_link link
      where link.relationship_id = ${relationship.id} and ${other} = other.id and ${own} = ${id})`)
    .$if(isSameType, (open) => open.where('other.id', '<>', id))
    .select(['other.type', 'other.id', 'other.title', 'other.detail', 'other.twin_id', 'other.asset_id'])
    .select(
      (isExclusive
        ? sql<string | null>`(select taken.title from record_link link
            join record_overview taken on taken.type = ${ownType} and taken.id = ${own}
            where link.relationship_id = ${relationship.id} and ${other} = other.id limit 1)`
        : sql<string | null>`null`
      ).as('taken_by'),
    );
  return findPage(query, compileList(request, candidateList));
}

/** Selects titles by id. Omits records that do not exist. */
export async function selectTitles(
  db: Db,
  type: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('record_overview')
    .select(['id', 'title'])
    .where('type', '=', type)
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const selectReferences = (db: Db, type: string, condition: RawBuilder<SqlBool>) =>
  db
    .selectFrom('record_overview')
    .select(['type', 'id', 'title', 'detail', 'twin_id', 'asset_id'])
    .where('type', '=', type)
    .where(condition);

/** Selects records of a type by id. */
export const selectReferencesById = (db: Db, type: string, ids: readonly number[]) =>
  selectReferences(db, type, sql`id = any(${ids}::int[])`).execute();

/**
 * Selects records of a type by a part of their title or detail.
 * @param part in lower case; empty for all
 */
export const selectReferencesByPart = (db: Db, type: string, part: string, limit: number) =>
  selectReferences(
    db,
    type,
    sql`(${part} = '' or strpos(lower(title), ${part}) > 0 or strpos(lower(detail), ${part}) > 0)`,
  )
    .limit(limit)
    .execute();

/**
 * Selects records of a type by title or detail.
 * @param details null to search only titles
 */
export function selectReferencesByText(
  db: Db,
  type: string,
  titles: readonly string[],
  details: readonly string[] | null,
) {
  const byDetail = details === null ? sql`` : sql`or detail = any(${details}::text[])`;
  return selectReferences(db, type, sql`(title = any(${titles}::text[]) ${byDetail})`).execute();
}

type Excluding = (fromIds: readonly number[], toIds: readonly number[]) => RawBuilder<SqlBool>;
const excluding: Record<Cardinality, Excluding> = {
  'one-one': (from, to) => sql`(from_id = any(${from}::int[]) or to_id = any(${to}::int[]))`,
  'one-many': (_, to) => sql`to_id = any(${to}::int[])`,
  'many-many': (from, to) => sql`(from_id = any(${from}::int[]) and to_id = any(${to}::int[]))`,
};

/**
 * Selects existing links that exclude new ones: those between the same records, and those of a record that can have no
 * further link.
 */
export async function selectExcluding(
  db: Db,
  relationship: RelationshipRow,
  fromIds: readonly number[],
  toIds: readonly number[],
) {
  return db
    .selectFrom('record_link')
    .select(['id', 'from_id', 'to_id'])
    .where('relationship_id', '=', relationship.id)
    .where(excluding[relationship.cardinality](fromIds, toIds))
    .execute();
}

/** Returns the foreign key column for a type on a side. */
const toColumn = (side: LinkSide, type: string) =>
  `${side}_${isSystemType(type) ? type.replaceAll('-', '_') : 'record'}_id`;

/**
 * Inserts links.
 * @returns their ids, in the order of the pairs
 */
export async function insertLinks(
  db: Db,
  relationship: RelationshipRow,
  pairs: readonly { fromId: number; toId: number }[],
): Promise<number[]> {
  const { from_type, from_type_id, to_type, to_type_id, cardinality } = relationship;
  const rows = await db
    .insertInto('record_link')
    .values(
      pairs.map(
        ({ fromId, toId }) =>
          ({
            relationship_id: relationship.id,
            from_type,
            from_type_id,
            to_type,
            to_type_id,
            cardinality,
            [toColumn('from', from_type)]: fromId,
            [toColumn('to', to_type)]: toId,
          }) as Insertable<RecordLinkTable>,
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects links with the names of their relationships. */
export function selectLinks(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('record_link as link')
    .innerJoin('relationship', 'relationship.id', 'link.relationship_id')
    .select(['link.id', 'link.from_id', 'link.to_id', 'relationship.name'])
    .where(sql<SqlBool>`link.id = any(${ids}::int[])`)
    .orderBy('link.id')
    .execute();
}

/** Selects the ids of links by their pairs. Omits pairs without a link. */
export async function selectLinkIds(
  db: Db,
  relationshipId: number,
  pairs: readonly { fromId: number; toId: number }[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('record_link')
    .select(['id', 'from_id', 'to_id'])
    .where('relationship_id', '=', relationshipId)
    .where(sql<SqlBool>`to_id = any(${pairs.map(({ toId }) => toId)}::int[])`)
    .execute();
  return new Map(rows.map(({ id, from_id, to_id }) => [`${from_id} ${to_id}`, id]));
}

export async function deleteLinks(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('record_link').where(sql<SqlBool>`id = any(${ids}::int[])`).execute();
}
