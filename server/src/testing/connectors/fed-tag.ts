import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { makeTag } from '../factories.ts';

export interface FedTag {
  /** The connection, with its name and group. */
  id: number;
  name: string;
  groupId: number;
  /** What feeds the tag. */
  source: string;
  tagId: number;
}

let count = 0;

/** A resumed OPC UA connection, in a group of its own unless one is given, and a tag that one of its sources feeds. */
export async function makeFedTag(
  db: Db,
  { place, password, groupId }: { place: 'server' | 'plant'; password: string; groupId: number | undefined },
): Promise<FedTag> {
  count += 1;
  const name = `Line ${count}`;
  const group = groupId ?? (await makeGroup(db));
  const configuration = JSON.stringify({ address: name, password, logLevel: 'debug' });
  const { rows } = await sql<{ id: number }>`
    insert into connection (name, type, place, connection_group_id, configuration, is_paused)
    values (${name}, 'opcua', ${place}, ${group}, ${configuration}, false) returning id`.execute(db);
  const { id } = rows[0]!;
  await sql`insert into connection_state (connection_id) values (${id})`.execute(db);
  const source = `source ${count}`;
  const tagId = await makeTag(db);
  await sql`update tag set connection_group_id = ${group}, source = ${source} where id = ${tagId}`.execute(
    db,
  );
  return { id, name, groupId: group, source, tagId };
}

async function makeGroup(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into connection_group (type) values ('opcua') returning id`.execute(db);
  return rows[0]!.id;
}
