import type { LogLevel } from '@twinward/contracts/connections/connection';
import type { ListRequest } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

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

export function selectLogPage(db: Db, connectionId: number, request: ListRequest) {
  const entries = db
    .selectFrom('connection_log')
    .select(['id', 'time', 'level', 'message'])
    .where('connection_id', '=', connectionId);
  return findPage(entries, compileList(request, list));
}

export interface NewLogEntry {
  connectionId: number;
  time: Date;
  level: LogLevel;
  message: string;
}

/** Inserts entries in the given order, without those of deleted connections. */
export async function insertLogEntries(db: Db, entries: readonly NewLogEntry[]): Promise<void> {
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
}

/** Deletes the entries of connections, except the last ones of each. */
export async function deleteOldLogEntries(
  db: Db,
  connectionIds: readonly number[],
  kept: number,
): Promise<void> {
  await sql`
    delete from connection_log using (
      select id, row_number() over (partition by connection_id order by id desc) as place from connection_log
      where connection_id = any(${connectionIds}::int[])
    ) as placed
    where connection_log.id = placed.id and place > ${kept}`.execute(db);
}
