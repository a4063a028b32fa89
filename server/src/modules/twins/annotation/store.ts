import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

function selectAnnotations(db: Db) {
  return db
    .selectFrom('annotation')
    .leftJoin('tag', 'tag.id', 'annotation.tag_id')
    .leftJoin('twin', 'twin.id', 'annotation.twin_id')
    .leftJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('app_user', 'app_user.id', 'annotation.created_by')
    .selectAll('annotation')
    .select((eb) => eb.fn.coalesce('tag.name', 'asset.asset_name', sql.lit('')).as('subject'))
    .select('app_user.user_name');
}
export type AnnotationRow = Awaited<ReturnType<ReturnType<typeof selectAnnotations>['execute']>>[number];

/** The tags and the twin whose annotations to read, and the range that the annotations overlap. */
export interface AnnotationQuery {
  twinId: number | null;
  tagIds: readonly number[];
  from: Date;
  to: Date;
}

/** Selects the annotations that match a query, latest first. */
export function selectAnnotationsByQuery(
  db: Db,
  { twinId, tagIds, from, to }: AnnotationQuery,
  limit: number,
): Promise<AnnotationRow[]> {
  return selectAnnotations(db)
    .where((eb) =>
      eb.or([
        eb('annotation.twin_id', '=', twinId),
        eb('annotation.tag_id', '=', sql<number>`any(${tagIds}::int[])`),
      ]),
    )
    .where('start_at', '<', to)
    .where('end_at', '>', from)
    .orderBy('start_at', 'desc')
    .orderBy('annotation.id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectAnnotation(db: Db, id: number): Promise<AnnotationRow | null> {
  return (await selectAnnotations(db).where('annotation.id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the row of an annotation (`FOR UPDATE`). */
export async function lockAnnotation(db: Db, id: number): Promise<AnnotationRow | null> {
  await sql`select from annotation where id = ${id} for update`.execute(db);
  return selectAnnotation(db, id);
}

export async function countAnnotations(
  db: Db,
  column: 'twin_id' | 'tag_id',
  subjectId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('annotation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(column, '=', subjectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const rows = versionedTableRows('annotation', { hasUpdateTime: true });
export const insertAnnotation = rows.insert;
export const updateAnnotationRow = rows.updateAndBump;
export const deleteAnnotationRow = rows.delete;
