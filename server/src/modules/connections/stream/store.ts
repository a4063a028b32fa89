import type { StreamKind } from '@twinward/contracts/connections/mapping';
import type { RecordSource } from '@twinward/contracts/core/record-source';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RemoteRecord } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** The source of the rows of a query; null for rows that were created here. */
export const sourceExpression = (
  table: 'asset' | 'work',
): RawBuilder<RecordSource | null> => sql<RecordSource | null>`(
  select json_build_object('connectionId', connection.id, 'connectionName', connection.name,
    'stream', connection_stream.name, 'key', ${sql.ref(`${table}.stream_key`)},
    'fields', connection_stream.owned_fields,
    'goneAt', to_char(${sql.ref(`${table}.gone_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from connection_stream
  join lateral (
    select id, name from connection
    where connection.connection_group_id = connection_stream.connection_group_id order by id limit 1
  ) as connection on true
  where connection_stream.id = ${sql.ref(`${table}.stream_id`)})`;

export function selectStreams(db: Db, groupId: number) {
  return db.selectFrom('connection_stream').selectAll().where('connection_group_id', '=', groupId).execute();
}
export type StreamRow = Awaited<ReturnType<typeof selectStreams>>[number];

/** Inserts the row of a stream if it is missing, and locks it until the transaction ends. */
export async function lockStream(
  db: Db,
  groupId: number,
  name: string,
  made: { kind: StreamKind; ownedFields: readonly string[] },
): Promise<StreamRow> {
  const ofName = db
    .selectFrom('connection_stream')
    .selectAll()
    .where('connection_group_id', '=', groupId)
    .where('name', '=', name)
    .forUpdate();
  const known = await ofName.executeTakeFirst();
  if (known) return known;
  await db
    .insertInto('connection_stream')
    .values({
      connection_group_id: groupId,
      name,
      kind: made.kind,
      owned_fields: [...made.ownedFields],
    })
    .onConflict((conflict) => conflict.columns(['connection_group_id', 'name']).doNothing())
    .execute();
  return ofName.executeTakeFirstOrThrow();
}

export const updateStreamRow = tableRows('connection_stream').update;

/** Resets the streams of a group, or the one with a name, so that they are read from their start. */
export async function resetStreams(db: Db, groupId: number, name: string | null): Promise<void> {
  await sql`update connection_stream
    set watermark = null, created = 0, changed = 0, unchanged = 0, last_read = null, last_compared = null
    where connection_group_id = ${groupId} and (${name}::text is null or name = ${name})`.execute(db);
}

export async function selectConnectionIds(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('connection')
    .select('id')
    .where('connection_group_id', '=', groupId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the records that were rejected, latest first, and their total number. */
export async function selectRefused(db: Db, groupId: number, most: number) {
  const { rows } = await sql<{
    stream_id: number;
    count: number;
    latest: { key: string; message: string; time: string }[];
  }>`
    select stream_id, count(*)::int as count,
      json_agg(json_build_object('key', key, 'message', message, 'time', tried_at) order by tried_at desc, key)
        filter (where place <= ${most}) as latest
    from (
      select refused_record.*, row_number() over (partition by stream_id order by tried_at desc, key) as place
      from refused_record join connection_stream on connection_stream.id = stream_id
      where connection_group_id = ${groupId}
    ) as refused group by stream_id`.execute(db);
  return rows;
}

/** Stores rejected records with the reasons, one row per key. */
export async function upsertRefused(
  db: Db,
  streamId: number,
  refused: readonly { record: RemoteRecord; message: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  const rows = refused.map(({ record, message }) => ({ key: record.key, record, message }));
  await sql`insert into refused_record (stream_id, key, record, message)
    select ${streamId}::int, key, record, message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (key text, record jsonb, message text)
    on conflict (stream_id, key) do update
    set record = excluded.record, message = excluded.message, tried_at = now()`.execute(db);
}

export async function deleteRefused(db: Db, streamId: number, keys: readonly string[]): Promise<void> {
  await sql`delete from refused_record where stream_id = ${streamId} and key = any(${keys}::text[])`.execute(
    db,
  );
}

/** Selects records to retry, by key, whose last try was at least this many milliseconds ago. */
export async function selectRefusedPage(
  db: Db,
  streamId: number,
  { after, age, most }: { after: string; age: number; most: number },
): Promise<RemoteRecord[]> {
  const rows = await db
    .selectFrom('refused_record')
    .select('record')
    .where('stream_id', '=', streamId)
    .where('key', '>', after)
    .where(sql<SqlBool>`tried_at <= clock_timestamp() - ${age} * interval '1 millisecond'`)
    .orderBy('key')
    .limit(most)
    .execute();
  return rows.map(({ record }) => record);
}

/** Adds to the counts of a stream, and moves its watermark forward. */
export async function countTaken(
  db: Db,
  id: number,
  counts: { created: number; changed: number; unchanged: number },
  watermark: Date | null,
): Promise<void> {
  await sql`update connection_stream set created = created + ${counts.created},
    changed = changed + ${counts.changed}, unchanged = unchanged + ${counts.unchanged},
    watermark = greatest(watermark, ${watermark}::timestamptz)
    where id = ${id}`.execute(db);
}

export function selectChoices(db: Db) {
  return db.selectFrom('connection').select(['id', 'name', 'type']).orderBy('name').execute();
}

export async function selectConnectionType(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('connection').select('type').where('id', '=', id).executeTakeFirst();
  return row?.type ?? null;
}

export function selectDefaults(db: Db) {
  return db.selectFrom('default_connection').selectAll().execute();
}

export async function replaceDefaults(
  db: Db,
  rows: readonly { system: 'SAP' | 'HEXAGON' | 'MAXIMO'; connection_id: number }[],
): Promise<void> {
  await sql`lock table default_connection in share row exclusive mode`.execute(db);
  await db.deleteFrom('default_connection').execute();
  if (rows.length > 0)
    await db
      .insertInto('default_connection')
      .values([...rows])
      .execute();
}
