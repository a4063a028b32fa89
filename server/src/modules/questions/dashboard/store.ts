import type { ListRequest } from '@twinward/contracts/core/list';
import type { DashboardContent, DashboardSharing } from '@twinward/contracts/questions/dashboard';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`dashboard.id` },
    Name: { type: 'C', sql: sql`dashboard.name` },
    Description: { type: 'C', sql: sql`dashboard.description` },
    Sharing: { type: 'C', sql: sql`dashboard.sharing` },
    Owner: { type: 'C', sql: sql`app_user.user_name` },
    UpdatedAt: { type: 'D', sql: sql`dashboard.updated_at` },
  },
  key: sql`dashboard.id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

const cardCount = sql<number>`jsonb_array_length(dashboard.content -> 'cards')`;

const selectSummaries = (db: Db) =>
  db
    .selectFrom('dashboard')
    .leftJoin('app_user', 'app_user.id', 'dashboard.owner_id')
    .select([
      'dashboard.id',
      'dashboard.name',
      'dashboard.description',
      'dashboard.sharing',
      'dashboard.owner_id',
      'dashboard.updated_at',
      'dashboard.version',
      'app_user.user_name as owner_name',
      cardCount.as('card_count'),
    ]);
export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number];
export type DashboardRow = SummaryRow & { content: DashboardContent };

/** Selects a page of the dashboards that a user owns or that are shared. */
export function selectDashboardPage(db: Db, request: ListRequest, userId: number) {
  const query = selectSummaries(db).where(
    sql<SqlBool>`(dashboard.sharing = 'tenant' or dashboard.owner_id = ${userId})`,
  );
  return findPage(query, compileList(request, list));
}

export async function selectDashboard(db: Db, id: number): Promise<DashboardRow | null> {
  const row = await selectSummaries(db)
    .select('dashboard.content')
    .where('dashboard.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the dashboard's row (`FOR UPDATE`). */
export async function lockDashboard(db: Db, id: number): Promise<void> {
  await sql`select from dashboard where id = ${id} for update`.execute(db);
}

export interface DashboardFields {
  name: string;
  description: string;
  sharing: DashboardSharing;
  content: DashboardContent;
}

const toColumns = ({ content, ...fields }: DashboardFields) => ({
  ...fields,
  content: JSON.stringify(content),
});

export async function insertDashboard(db: Db, ownerId: number, fields: DashboardFields): Promise<number> {
  const { id } = await db
    .insertInto('dashboard')
    .values({ ...toColumns(fields), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDashboardRow(db: Db, id: number, fields: DashboardFields): Promise<void> {
  await db
    .updateTable('dashboard')
    .set({ ...toColumns(fields), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export const deleteDashboardRow = tableRows('dashboard').delete;

/**
 * Inserts the current state of the dashboard as a version, and deletes all but the latest versions.
 * @param most number of versions to keep
 */
export async function insertVersion(db: Db, id: number, savedBy: number, most: number): Promise<void> {
  await sql`
    insert into dashboard_version (dashboard_id, version, name, content, saved_by)
    select id, version, name, content, ${savedBy} from dashboard where id = ${id}`.execute(db);
  await sql`
    delete from dashboard_version where dashboard_id = ${id}
      and version <= (select version - ${most} from dashboard where id = ${id})`.execute(db);
}

export function selectVersions(db: Db, id: number) {
  return db
    .selectFrom('dashboard_version')
    .leftJoin('app_user', 'app_user.id', 'saved_by')
    .select(['version', 'name', 'saved_at', 'user_name'])
    .select(sql<number>`jsonb_array_length(content -> 'cards')`.as('card_count'))
    .where('dashboard_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
}

export async function selectVersion(db: Db, id: number, version: number) {
  const row = await db
    .selectFrom('dashboard_version')
    .select(['name', 'content'])
    .where('dashboard_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the dashboards with a card that shows the query, by name. */
export async function selectDashboardsOfQuery(db: Db, queryId: number) {
  const { rows } = await sql<{
    id: number;
    name: string;
    sharing: DashboardSharing;
    owner_id: number | null;
  }>`
    select id, name, sharing, owner_id from dashboard
    where jsonb_path_exists(content, '$.cards[*] ? (@.queryId == $query || @.source.queryId == $query)',
      jsonb_build_object('query', ${queryId}::int))
    order by name, id`.execute(db);
  return rows;
}
