import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ConnectionTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';
import { pointsPerSecond } from './push-state-store.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`connection.id` },
    Name: { type: 'C', sql: sql`connection.name` },
    Type: { type: 'C', sql: sql`connection.type` },
    State: { type: 'C', sql: sql`connection_state.state` },
    ConnectionGroupId: { type: 'N', sql: sql`connection.connection_group_id` },
    Place: { type: 'C', sql: sql`connection.place` },
    IsPaused: { type: 'B', sql: sql`connection.is_paused` },
    LastPointTime: { type: 'D', sql: sql`connection_state.last_point_time` },
    LagSeconds: { type: 'N', sql: sql`connection_state.lag_seconds` },
    PointsPerSecond: { type: 'N', sql: pointsPerSecond },
  },
  key: sql`connection.id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

const isActive = sql<boolean>`coalesce(
  connection_group.connection_id = connection.id and connection_group.lease_until > now(), false)`;
const tags = sql<number>`(
  select count(*) from tag where tag.connection_group_id = connection.connection_group_id)`;

function selectConnections(db: Db) {
  return db
    .selectFrom('connection')
    .innerJoin('connection_group', 'connection_group.id', 'connection.connection_group_id')
    .innerJoin('connection_state', 'connection_state.connection_id', 'connection.id')
    .select([
      'connection.id',
      'connection.name',
      'connection.type',
      'connection.connection_group_id',
      'connection.place',
      'connection.is_paused',
      'connection.version',
      'connection_state.state',
      'connection_state.message',
      'connection_state.last_error',
      'connection_state.last_error_time',
      'connection_state.last_point_time',
      'connection_state.lag_seconds',
      'connection_state.clock_seconds',
    ])
    .select([isActive.as('is_active'), tags.as('tags'), pointsPerSecond.as('points_per_second')]);
}
export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectConnections>['execute']>>[number];

export function selectConnectionPage(db: Db, request: ListRequest) {
  return findPage(selectConnections(db), compileList(request, list));
}

export async function selectConnection(db: Db, id: number) {
  const row = await selectConnections(db)
    .select(['connection.configuration', 'connection.secrets', 'connection.secrets_set'])
    .select(['connection.trusted_certificates', 'connection_group.live_until'])
    .select(['connection_state.seen_at', 'connection_state.spool_points'])
    .select(['connection_state.spool_bytes', 'connection_state.spool_limit'])
    .select(['connection_state.tags_exported_at', 'connection_state.tags_exported'])
    .select(['connection_state.tags_export_error', 'connection_state.certificate_end'])
    .select(
      sql<boolean>`coalesce(connection_state.seen_at > now() - interval '1 minute', false)`.as('is_seen'),
    )
    .select(sql<boolean>`connection.token_hash is not null`.as('has_token'))
    .where('connection.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof selectConnection>>>;

export async function hasConnections(db: Db): Promise<boolean> {
  return (await db.selectFrom('connection').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const headColumns = [
  'id',
  'name',
  'type',
  'place',
  'connection_group_id',
  'is_paused',
  'starts',
  'version',
  'trusted_certificates',
] as const;

/** What a runner needs to know of each connection, by id. */
export const selectHeads = (db: Db) =>
  db.selectFrom('connection').select(headColumns).orderBy('id').execute();
export type HeadRow = Awaited<ReturnType<typeof selectHeads>>[number];

export async function selectHead(db: Db, id: number): Promise<HeadRow | null> {
  const row = await db.selectFrom('connection').select(headColumns).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Selects a connection for its runner, with its encrypted secrets. */
export async function selectRunnable(db: Db, id: number) {
  const row = await db
    .selectFrom('connection')
    .select([...headColumns, 'configuration', 'secrets'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the encrypted secrets of connections that have any. */
export const selectSealedSecrets = (db: Db) =>
  db
    .selectFrom('connection')
    .select('id')
    .select((column) => column.ref('secrets').$notNull().as('secrets'))
    .where('secrets', 'is not', null)
    .execute();

/**
 * Replaces encrypted secrets unless they changed meanwhile.
 * @returns whether they were replaced.
 */
export async function updateSealedSecrets(
  db: Db,
  id: number,
  old: string,
  secrets: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection')
    .set({ secrets })
    .where('id', '=', id)
    .where('secrets', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function selectConnectionByToken(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('connection')
    .select(['id', 'name', 'connection_group_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
}

/** The last 100 states, newest first. */
export const selectStatuses = (db: Db, connectionId: number) =>
  db
    .selectFrom('connection_status')
    .select(['time', 'state', 'message'])
    .where('connection_id', '=', connectionId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** The ranges of history that a group has not yet read. */
export const selectBackfills = (db: Db, groupId: number) =>
  db
    .selectFrom('connection_backfill')
    .select(['id', 'begins', 'ends', 'done_to', 'tag_ids'])
    .where('connection_group_id', '=', groupId)
    .orderBy('begins')
    .orderBy('id')
    .execute();

const connectionRows = tableRows('connection');
export const lockConnection = connectionRows.lock;
/** @throws if the name is in use */
export const updateConnectionRow = connectionRows.update;
export const deleteConnectionRow = connectionRows.delete;
export const deleteGroupRow = tableRows('connection_group').delete;

/**
 * Locks the group's row (`FOR UPDATE`), so that no connection or tag joins it until the transaction ends.
 * @returns its type; null if there is no such group
 */
export async function lockGroup(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('connection_group')
    .select('type')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.type ?? null;
}

export async function insertGroup(db: Db, type: string): Promise<number> {
  const { id } = await db
    .insertInto('connection_group')
    .values({ type })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countConnections(db: Db, groupId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from connection where connection_group_id = ${groupId}`.execute(db);
  return rows[0]!.count;
}

/**
 * Inserts a connection with its first state, stopped.
 * @throws if the name is in use
 */
export async function insertConnection(
  db: Db,
  connection: Insertable<ConnectionTable>,
  message: string,
): Promise<number> {
  const { id } = await db
    .insertInto('connection')
    .values(connection)
    .returning('id')
    .executeTakeFirstOrThrow();
  const first = { connection_id: id, state: 'stopped', message } as const;
  await db.insertInto('connection_state').values(first).execute();
  await db.insertInto('connection_status').values(first).execute();
  return id;
}

/** Increments the counter that makes a runner restart the connection. */
export async function bumpStarts(db: Db, id: number): Promise<void> {
  await sql`update connection set starts = starts + 1 where id = ${id}`.execute(db);
}
