import type { Page, Paging } from '@twinward/contracts/core/list';
import type { RefusedRow } from '@twinward/contracts/signals/import';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RefusedLine } from './parsed.ts';

export async function insertRefused(db: Db, commandId: string, rows: readonly RefusedLine[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_refused_row (command_id, line, reason)
    select ${commandId}, * from unnest(${rows.map((row) => row.line)}::bigint[], ${rows.map((row) => row.reason)}::text[])
    on conflict (command_id, line) do nothing`.execute(db);
}

/** Selects the twin of one of the tag's assets; null if they have none. */
export async function selectTwinOfTag(db: Db, tagId: number): Promise<number | null> {
  const row = await db
    .selectFrom('asset_tag')
    .innerJoin('twin_of_asset', 'twin_of_asset.asset_id', 'asset_tag.asset_id')
    .select('twin_of_asset.twin_id')
    .where('asset_tag.tag_id', '=', tagId)
    .orderBy('twin_of_asset.twin_id')
    .limit(1)
    .executeTakeFirst();
  return row?.twin_id ?? null;
}

export async function listRefused(db: Db, commandId: string, paging: Paging): Promise<Page<RefusedRow>> {
  const rows = db.selectFrom('import_refused_row').where('command_id', '=', commandId);
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const records = await rows
    .select(['line', 'reason'])
    .orderBy('line')
    .limit(paging['page-size'])
    .offset((paging['page-number'] - 1) * paging['page-size'])
    .execute();
  return { records, total };
}
