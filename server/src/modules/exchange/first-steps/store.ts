import type { FirstSteps } from '@twinward/contracts/system/first-steps';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export interface ProgressRow extends Pick<FirstSteps, 'twinId' | 'protection'> {
  hasData: boolean;
  isSimulated: boolean;
  isLive: boolean;
}

/** Whether a record of the named table was not created by the demo. */
const isOwn = (table: 'tag' | 'twin' | 'protection'): RawBuilder<boolean> => sql`
  not exists (select from demo_record where kind = ${table} and record_id = ${sql.ref(`${table}.id`)})`;

/** Selects which records exist besides those of the demo. Each part stops at the first record found. */
export async function selectProgress(db: Db): Promise<ProgressRow> {
  const { rows } = await sql<ProgressRow>`
    select
      exists (
        select from tag where type = 'data_point' and ${isOwn('tag')} and (
          exists (select from data_point_hot where tag_id = tag.id)
          or exists (select from data_point_chunk where tag_id = tag.id))) as "hasData",
      (select id from twin where ${isOwn('twin')} order by id desc limit 1) as "twinId",
      (select json_build_object('id', id, 'twinId', twin_id, 'active', active)
        from protection where ${isOwn('protection')} order by id desc limit 1) as protection,
      exists (
        select from simulation join protection on protection.id = protection_id
        where status = 'done' and ${isOwn('protection')}) as "isSimulated",
      exists (
        select from protection join twin on twin.id = twin_id
        where protection.active and twin.active and ${isOwn('protection')}) as "isLive"`.execute(db);
  return rows[0]!;
}
