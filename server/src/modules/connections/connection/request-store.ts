import type { RequestInput, RequestResult } from '@twinward/contracts/connections/request';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { type PlantScope, runsWith } from './lease-store.ts';

const columns = ['id', 'input', 'state', 'message', 'result'] as const;

export async function insertRequest(
  db: Db,
  connectionId: number,
  input: RequestInput,
  userId: number | null,
): Promise<RequestRow> {
  return db
    .insertInto('connection_request')
    .values({ connection_id: connectionId, input: JSON.stringify(input), asked_by: userId })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function selectRequest(db: Db, connectionId: number, id: string) {
  const row = await db
    .selectFrom('connection_request')
    .select(columns)
    .where('id', '=', id)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return row ?? null;
}
export type RequestRow = NonNullable<Awaited<ReturnType<typeof selectRequest>>>;

export async function cancelRequestRow(db: Db, id: string): Promise<void> {
  await db
    .updateTable('connection_request')
    .set({ state: 'canceled' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** A request for this runner. */
export interface TakenRequest {
  id: string;
  connectionId: number;
  groupId: number;
  input: RequestInput;
}

/**
 * Claims requests that no runner has taken, oldest first.
 * @param plant the connection that the runner runs at the plant; null for the connections of the server
 */
export async function claimRequests(
  db: Db,
  runner: string,
  most: number,
  plant: PlantScope | null,
): Promise<TakenRequest[]> {
  const { rows } = await sql<TakenRequest>`
    with taken as (
      select connection_request.id, connection_group_id
      from connection_request join connection on connection.id = connection_id
      where state = 'waiting' and ${runsWith(plant)}
      order by asked_at limit ${most} for update of connection_request skip locked
    )
    update connection_request as request set state = 'running', runner = ${runner}::uuid, taken_at = now()
    from taken where request.id = taken.id
    returning request.id, connection_id as "connectionId", connection_group_id as "groupId", input`.execute(
    db,
  );
  return rows;
}

/**
 * Writes the results so far.
 * @returns false if the request was canceled
 */
export async function writeRequestResult(db: Db, id: string, result: RequestResult): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection_request')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param message why it failed; null if it succeeded */
export async function endRequest(db: Db, id: string, message: string | null): Promise<void> {
  await db
    .updateTable('connection_request')
    .set({ state: message === null ? 'done' : 'failed', message })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Fails requests that no runner took, or whose runner has died, and deletes old ones. */
export async function pruneRequests(db: Db): Promise<void> {
  await sql`
    update connection_request set state = 'failed', message = case state
      when 'waiting' then 'No process that runs connections took it.'
      else 'The process that worked on it has ended.' end
    where state = 'waiting' and asked_at < now() - interval '1 minute'
      or state = 'running' and taken_at < now() - interval '90 seconds'`.execute(db);
  await sql`delete from connection_request where asked_at < now() - interval '1 hour'`.execute(db);
}
