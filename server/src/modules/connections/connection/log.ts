import type { ConnectionLogEntry, LogLevel } from '@twinward/contracts/connections/connection';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { getConnectionHead } from './run.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`connection_log.id` },
    Time: { type: 'D', sql: sql`time` },
    Level: { type: 'C', sql: sql`level` },
    Message: { type: 'C', sql: sql`message` },
  },
  key: sql`connection_log.id`,
  defaultSort: [{ field: 'Id', direction: 'Descending' }],
};

/** @throws AppError `not-found` */
export async function listLog(
  db: Db,
  connectionId: number,
  request: ListRequest,
): Promise<Page<ConnectionLogEntry>> {
  await getConnectionHead(db, connectionId);
  const entries = db
    .selectFrom('connection_log')
    .select(['id', 'time', 'level', 'message'])
    .where('connection_id', '=', connectionId);
  const { records, total } = await findPage(entries, compileList(request, list));
  return { records: records.map(({ time, ...entry }) => ({ ...entry, time: time.toISOString() })), total };
}

export interface NewLogEntry {
  connectionId: number;
  time: Date;
  level: LogLevel;
  message: string;
}

/** Adds entries and keeps the last 1,000 of each connection; those of deleted connections are ignored. */
export async function addLog(db: Db, entries: readonly NewLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ connectionId, ...entry }, place) => ({
    connection_id: connectionId,
    place,
    ...entry,
  }));
  await sql`
    insert into connection_log (connection_id, time, level, message)
    select connection_id, time, level, message
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(place int, connection_id int, time timestamptz, level text, message text)
    where exists (select from connection where id = connection_id)
    order by place`.execute(db);
  await sql`
    delete from connection_log using (
      select id, row_number() over (partition by connection_id order by id desc) as place from connection_log
      where connection_id = any(${[...new Set(rows.map((row) => row.connection_id))]}::int[])
    ) as placed
    where connection_log.id = placed.id and place > 1000`.execute(db);
}
