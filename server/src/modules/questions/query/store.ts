import type { ListRequest } from '@twinward/contracts/core/list';
import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

/** The reader of queries. */
export interface Viewer {
  userId: number;
  /** Whether they may see shared queries. */
  seesShared: boolean;
  /** Whether they may see queries whose owner was deleted. */
  seesOrphans: boolean;
}

const isFavorite = (userId: number) => sql<boolean>`exists (
  select from query_favorite where query_id = query.id and user_id = ${userId})`;

/** Returns the condition that the viewer may see a row of `query`. */
export const isVisible = ({
  userId,
  seesShared,
  seesOrphans,
}: Viewer) => sql<SqlBool>`(query.owner_id = ${userId}
  or (${seesShared}::boolean and query.sharing = 'tenant') or (${seesOrphans}::boolean and query.owner_id is null))`;

const listFields = (userId: number): ListFields => ({
  fields: {
    Id: { type: 'N', sql: sql`query.id` },
    Name: { type: 'C', sql: sql`query.name` },
    Description: { type: 'C', sql: sql`query.description` },
    Folder: { type: 'C', sql: sql`query.folder` },
    Sharing: { type: 'C', sql: sql`query.sharing` },
    Source: { type: 'C', sql: sql`query.source` },
    View: { type: 'C', sql: sql`query.view` },
    OwnerId: { type: 'N', sql: sql`query.owner_id` },
    Owner: { type: 'C', sql: sql`app_user.user_name` },
    IsFavorite: { type: 'B', sql: isFavorite(userId) },
    CreatedAt: { type: 'D', sql: sql`query.created_at` },
    UpdatedAt: { type: 'D', sql: sql`query.updated_at` },
  },
  key: sql`query.id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
});

function selectQueries(db: Db, viewer: Viewer) {
  return db
    .selectFrom('query')
    .leftJoin('app_user', 'app_user.id', 'query.owner_id')
    .selectAll('query')
    .select(['app_user.user_name as owner_name', isFavorite(viewer.userId).as('is_favorite')])
    .where(isVisible(viewer));
}
export type QueryRow = Awaited<ReturnType<ReturnType<typeof selectQueries>['execute']>>[number];

export function selectQueryPage(db: Db, viewer: Viewer, request: ListRequest) {
  return findPage(selectQueries(db, viewer), compileList(request, listFields(viewer.userId)));
}

export async function selectQuery(db: Db, viewer: Viewer, id: number): Promise<QueryRow | null> {
  return (await selectQueries(db, viewer).where('query.id', '=', id).executeTakeFirst()) ?? null;
}

const rows = versionedTableRows('query', { hasUpdateTime: true });
export const lockQuery = rows.lock;
export const insertQuery = rows.insert;
export const updateQueryRow = rows.updateAndBump;
export const deleteQueryRow = rows.delete;

export function selectFolders(db: Db, viewer: Viewer) {
  return db
    .selectFrom('query')
    .select(['folder', sql<number>`count(*)`.as('queries')])
    .where(isVisible(viewer))
    .where('folder', '<>', '')
    .groupBy('folder')
    .orderBy('folder')
    .execute();
}

const keptVersions = 100;

/** Inserts the current state of the query as a version, and deletes all but the latest 100 versions. */
export async function insertVersion(db: Db, id: number, savedBy: number): Promise<void> {
  await sql`
    insert into query_version (query_id, version, name, definition, saved_by)
    select id, version, name, definition, ${savedBy} from query where id = ${id}`.execute(db);
  await sql`
    delete from query_version where query_id = ${id}
    and version <= (select version from query where id = ${id}) - ${keptVersions}::int`.execute(db);
}

export function selectVersions(db: Db, id: number) {
  return db
    .selectFrom('query_version')
    .leftJoin('app_user', 'app_user.id', 'query_version.saved_by')
    .select([
      'query_version.version',
      'query_version.name',
      'query_version.definition',
      'query_version.saved_at',
      'app_user.user_name',
    ])
    .where('query_id', '=', id)
    .orderBy('query_version.version', 'desc')
    .execute();
}

export async function selectVersion(
  db: Db,
  id: number,
  version: number,
): Promise<{ name: string; definition: QueryDefinition } | null> {
  const row = await db
    .selectFrom('query_version')
    .select(['name', 'definition'])
    .where('query_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertFavorite(db: Db, queryId: number, userId: number): Promise<void> {
  await db
    .insertInto('query_favorite')
    .values({ query_id: queryId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFavorite(db: Db, queryId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('query_favorite')
    .where('query_id', '=', queryId)
    .where('user_id', '=', userId)
    .execute();
}

/** Records the use of a query by a user. Writes at most once a day. */
export async function upsertUse(db: Db, queryId: number, userId: number): Promise<void> {
  await sql`
    insert into query_use (query_id, user_id, last_used_on)
    select id, ${userId}::int, current_date from query where id = ${queryId}
    on conflict (query_id, user_id) do update set last_used_on = excluded.last_used_on
    where query_use.last_used_on < excluded.last_used_on`.execute(db);
}

/** Selects the users who ran a query in the last 90 days, latest first. */
export async function selectUserUses(db: Db, queryId: number) {
  const { rows } = await sql<{ id: number; name: string; lastUsedOn: string }>`
    select app_user.id, app_user.user_name as name, last_used_on as "lastUsedOn"
    from query_use join app_user on app_user.id = query_use.user_id
    where query_id = ${queryId} and last_used_on >= current_date - 90
    order by last_used_on desc, app_user.user_name`.execute(db);
  return rows;
}
