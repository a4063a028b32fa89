import { type RawBuilder, sql } from 'kysely';
import type { FiledWork } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';

/**
 * SQL for the connection that takes a request: the twin's or else the asset's, if it takes work of the request's
 * system, or else the default connection of the system. A request without a system goes to the only default connection.
 * Null if no connection takes the request. The query must have `request`, `twin` and `asset`.
 */
const chosenConnection: RawBuilder<number | null> = sql`coalesce(
  (select id from connection where id = twin.connection_id and ${takesWork()}),
  (select id from connection where id = asset.connection_id and ${takesWork()}),
  (select min(connection_id) from default_connection
    where system = request.request ->> 'system' or request.request ->> 'system' is null having count(*) = 1))`;

function takesWork() {
  return sql`connection.type = any(case request.request ->> 'system'
    when 'SAP' then array['sap'] when 'HEXAGON' then array['hxgn'] when 'MAXIMO' then array['maximo']
    else array['sap', 'hxgn', 'maximo', 'j5'] end)`;
}

const requests = sql`work_request as request
  join advisory on advisory.id = request.advisory_id
  join twin on twin.id = advisory.twin_id
  join asset on asset.id = twin.asset_id`;

/** Selects a request's connection, and the work that was read back from it. */
export async function selectRouted(db: Db, advisoryId: number) {
  const { rows } = await sql<{ connection: { id: number; name: string } | null; work_id: number | null }>`
    select (
      select json_build_object('id', id, 'name', name) from connection
      where id = coalesce(request.connection_id, case when request.attempts = 0 then ${chosenConnection} end)
    ) as connection,
    (select min(id) from work where request_key = request.idempotency_key) as work_id
    from ${requests} where request.advisory_id = ${advisoryId}`.execute(db);
  return rows[0] ?? { connection: null, work_id: null };
}

/** Assigns untried requests to their connections, if these belong to a group. */
export async function assignRequests(db: Db, groupId: number): Promise<void> {
  await sql`
    update work_request set connection_id = chosen.connection_id
    from (
      select request.id, ${chosenConnection} as connection_id from ${requests}
      where request.sent_at is null and request.connection_id is null and request.attempts = 0
        and advisory.state = 'active'
    ) as chosen join connection on connection.id = chosen.connection_id
    where work_request.id = chosen.id and connection_group_id = ${groupId}
      and work_request.connection_id is null and work_request.attempts = 0`.execute(db);
}

export interface DueRow {
  id: number;
  idempotency_key: string;
  attempts: number;
  request: { type: string | null; priority: string | null; status: string | null } & Record<
    'shortDescription' | 'description',
    string
  >;
  name: string;
  comment: string;
  unique_id: string;
  technical_number: string | null;
  is_equipment: boolean;
  maintenance_plant: string | null;
  planning_plant: string | null;
  department_id: string | null;
}

/** Selects and locks the next due request of a group; null if none exists. */
export async function selectDueRequest(db: Db, groupId: number): Promise<DueRow | null> {
  const { rows } = await sql<DueRow>`
    select request.id, request.idempotency_key, request.attempts, request.request, advisory.name, advisory.comment,
      asset.unique_id, asset.technical_number, asset.is_equipment, asset.maintenance_plant, asset.planning_plant,
      asset.department_id
    from ${requests} join connection on connection.id = request.connection_id
    where request.sent_at is null and connection.connection_group_id = ${groupId} and advisory.state = 'active'
      and coalesce(request.retry_at, now()) <= now() and coalesce(request.taken_until, now()) <= now()
    order by request.retry_at nulls first, request.id limit 1 for update of request skip locked`.execute(db);
  return rows[0] ?? null;
}

/** Records an attempt, and reserves the request for it. @param takenFor milliseconds */
export async function updateTaken(db: Db, id: number, takenFor: number): Promise<void> {
  await sql`update work_request set attempts = attempts + 1, retry_at = null,
    taken_until = now() + ${takenFor} * interval '1 millisecond' where id = ${id}`.execute(db);
}

/** Whether a request belongs to a group, whose runs may update it. The connection may have been deleted meanwhile. */
const isOfGroup = (
  groupId: number,
) => sql`(work_request.connection_id is null or work_request.connection_id in (
  select id from connection where connection_group_id = ${groupId}))`;

/**
 * Records the failure of the latest attempt.
 * @returns whether it was the first failure in a row; null if another attempt has started
 */
export async function updateFailed(
  db: Db,
  groupId: number,
  id: number,
  attempts: number,
  message: string,
  { delay, hold }: { delay: number; hold: number },
) {
  const { rows } = await sql<{ advisory_id: number; is_first: boolean }>`
    update work_request set error = ${message}, taken_until = now() + ${hold} * interval '1 millisecond',
      retry_at = now() + ${delay} * interval '1 millisecond'
    from (select id, error from work_request where id = ${id} for update) as before
    where work_request.id = before.id and work_request.sent_at is null and work_request.attempts = ${attempts}
      and ${isOfGroup(groupId)}
    returning advisory_id, before.error is null as is_first`.execute(db);
  return rows[0] ?? null;
}

/** Updates a request to its filed work. A request that is already filed keeps its number. */
export async function updateFiled(
  db: Db,
  groupId: number,
  id: number,
  { number, status, phase, url }: FiledWork,
) {
  const { rows } = await sql<{ advisory_id: number }>`
    update work_request set number = ${number}, status = ${status}, phase = ${phase}, url = ${url},
      sent_at = coalesce(sent_at, now()), checked_at = now(), error = null, retry_at = null, taken_until = null
    where id = ${id} and (sent_at is null or number = ${number}) and ${isOfGroup(groupId)}
    returning advisory_id`.execute(db);
  return rows[0]?.advisory_id ?? null;
}

/**
 * Selects the numbers of a group's filed work whose state must be read: work not read since it was filed or changed;
 * open work not read for `age` milliseconds; completed work (which may be reopened) not read for 60 times as long.
 */
export async function selectOpenNumbers(
  db: Db,
  groupId: number,
  age: number,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select request.number from work_request as request join connection on connection.id = request.connection_id
    where connection_group_id = ${groupId} and number is not null and (checked_at is null
      or coalesce(phase, 'open') = 'open' and checked_at <= now() - ${age} * interval '1 millisecond'
      or phase = 'completed' and checked_at <= now() - ${age} * interval '60 milliseconds'
        and sent_at > now() - interval '1 year')
    order by checked_at nulls first, request.id limit ${most}`.execute(db);
  return rows.map(({ number }) => number);
}

/** Updates the states of filed work. @returns the advisories whose request changed */
export async function updateStates(
  db: Db,
  groupId: number,
  asked: readonly string[],
  found: readonly FiledWork[],
): Promise<number[]> {
  await sql`update work_request set checked_at = now() from connection
    where connection.id = connection_id and connection_group_id = ${groupId}
      and number = any(${asked}::text[])`.execute(db);
  const { rows } = await sql<{ advisory_id: number }>`
    update work_request set status = found.status, phase = found.phase, url = coalesce(found.url, work_request.url)
    from connection, jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as found (number text, status text, phase text, url text)
    where connection.id = connection_id and connection_group_id = ${groupId} and work_request.number = found.number
      and (work_request.status, work_request.phase, work_request.url)
        is distinct from (found.status, found.phase, coalesce(found.url, work_request.url))
    returning advisory_id`.execute(db);
  return rows.map(({ advisory_id }) => advisory_id);
}

/** Updates requests from the work that was created from them. @returns the advisories whose request changed */
export async function updateRead(
  db: Db,
  groupId: number,
  work: readonly { key: string; number: string; state: string }[],
): Promise<number[]> {
  const { rows } = await sql<{ advisory_id: number }>`
    update work_request set phase = read.state, sent_at = coalesce(sent_at, now()),
      number = coalesce(work_request.number, read.number), status = coalesce(status, read.state),
      checked_at = null, error = null, retry_at = null, taken_until = null
    from connection, jsonb_to_recordset(${JSON.stringify(work)}::jsonb) as read (key uuid, number text, state text)
    where connection.id = connection_id and connection_group_id = ${groupId}
      and idempotency_key = read.key and (sent_at is null or phase is distinct from read.state)
    returning advisory_id`.execute(db);
  return rows.map(({ advisory_id }) => advisory_id);
}

/**
 * Makes a request due immediately, or after the current attempt has timed out. A request whose connection was deleted
 * is assigned to another one.
 * @returns whether the request is waiting to be sent
 */
export async function updateRetry(db: Db, advisoryId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update work_request
    set retry_at = case when taken_until > now() then taken_until end,
      attempts = case when connection_id is null then 0 else attempts end
    where advisory_id = ${advisoryId} and sent_at is null`.execute(db);
  return numAffectedRows === 1n;
}

export async function selectAdvisoryOfRequest(db: Db, advisoryId: number) {
  const { rows } = await sql<{ id: number; name: string; twin_id: number; asset_name: string }>`
    select advisory.id, advisory.name, twin_id, asset_name
    from advisory join twin on twin.id = twin_id join asset on asset.id = asset_id
    where advisory.id = ${advisoryId}`.execute(db);
  return rows[0]!;
}
