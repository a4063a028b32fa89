import type { DemoKind, DemoStatus } from '@twinward/contracts/system/demo';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

type Count = DemoStatus['own'][number];

const listed = (kind: DemoKind): RawBuilder<unknown> =>
  sql`(select record_id from demo_record where kind = ${kind})`;

/** Selects what belongs to the twins, tags or assets of a query, by kind. */
const under = (twins: RawBuilder<unknown>, tags: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'input' as kind, id from tag_alias where twin_id in ${twins}
  union all select 'protection', id from protection where twin_id in ${twins}
  union all select 'failure mode', id from failure_mode where twin_id in ${twins}
  union all select 'activity', id from activity where twin_id in ${twins}
  union all select 'marked range', id from marked_range where twin_id in ${twins}
  union all select 'work', id from work where tag_id in ${tags}`;

/** Records what belongs to assets that were just created, in the same transaction. */
export async function insertDemoRecords(trx: Db, assetIds: readonly number[]): Promise<void> {
  const assets = sql`(select unnest(${assetIds}::int[]))`;
  const twins = sql`(select id from twin where asset_id in ${assets})`;
  const tags = sql`(select tag_id from asset_tag where asset_id in ${assets})`;
  await sql`
    insert into demo_record (kind, record_id)
    select 'asset', id from asset where id in ${assets}
    union select 'twin', id from twin where asset_id in ${assets}
    union select 'tag', tag_id from asset_tag where asset_id in ${assets}
    union ${under(twins, tags)}
    on conflict do nothing`.execute(trx);
}

/** Records the rows that were just created, in the same transaction. */
export async function insertDemoRows(trx: Db, kind: DemoKind, ids: readonly number[]): Promise<void> {
  await sql`
    insert into demo_record (kind, record_id) select ${kind}, unnest(${ids}::int[])
    on conflict do nothing`.execute(trx);
}

const tables = {
  asset: 'asset',
  twin: 'twin',
  tag: 'tag',
  record: 'record',
  'record type': 'record_type',
  'risk analysis': 'risk_analysis',
  query: 'query',
  dashboard: 'dashboard',
  'twin model': 'twin_model',
} as const;

/** Selects the ids of the demo's records of a kind that still exist. */
export async function selectDemoIds(db: Db, kind: keyof typeof tables): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tables[kind])} where id in ${listed(kind)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the demo's records that still exist, by kind. */
export async function countDemoRecords(db: Db): Promise<Count[]> {
  const there = sql`
    select 'asset' as kind, id from asset union all select 'twin', id from twin union all select 'tag', id from tag
    union all select 'record', id from record union all select 'record type', id from record_type
    union all select 'risk analysis', id from risk_analysis
    union all select 'query', id from query union all select 'dashboard', id from dashboard
    union all select 'twin model', id from twin_model
    union all ${under(sql`(select id from twin)`, sql`(select id from tag)`)}`;
  const { rows } = await sql<Count>`
    select kind, count(*)::int as count from (${there}) as record
    where (kind, id) in (select kind, record_id from demo_record)
    group by kind
    union all select 'benchmark', count(*)::int from benchmark where is_example having count(*) > 0
    order by kind`.execute(db);
  return rows;
}

/** Selects the entries of the taxonomy whose benchmark is an example. */
export async function selectExamples(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('benchmark')
    .select('taxonomy_id')
    .where('is_example', '=', true)
    .execute();
  return rows.map((row) => row.taxonomy_id);
}

/** Counts the users' own records that belong to those of the demo, by kind. */
export async function countOwnRecords(db: Db): Promise<Count[]> {
  const twins = sql`(select id from twin where asset_id in ${listed('asset')})`;
  const { rows } = await sql<Count>`
    select kind, count(*)::int as count from (
      select 'twin' as kind, id from twin where asset_id in ${listed('asset')}
      union all ${under(twins, listed('tag'))}
      union all select 'advisory', id from advisory where source = 'user' and twin_id in ${twins}
      union all select 'asset of a risk analysis', asset_id from risk_analysis_asset
        where asset_id in ${listed('asset')}
    ) as record
    where (kind, id) not in (select kind, record_id from demo_record)
    group by kind order by kind`.execute(db);
  return rows;
}

/** Selects all twins of an asset of the demo, and those of its tags that the demo created. */
export async function selectPartsOfAsset(
  db: Db,
  assetId: number,
): Promise<{ twinIds: number[]; tagIds: number[] }> {
  const twins = await db.selectFrom('twin').select('id').where('asset_id', '=', assetId).execute();
  const { rows } = await sql<{ id: number }>`
    select tag_id as id from asset_tag where asset_id = ${assetId} and tag_id in ${listed('tag')} order by tag_id`.execute(
    db,
  );
  return { twinIds: twins.map(({ id }) => id), tagIds: rows.map(({ id }) => id) };
}

/** Deletes the list after the records themselves. */
export async function deleteDemoRecords(trx: Db): Promise<void> {
  await trx.deleteFrom('demo_record').execute();
}

/** Allows a data set to be loaded again. */
export async function deleteLoaded(trx: Db, dataSet: string): Promise<void> {
  await trx.deleteFrom('demo_load').where('data_set', '=', dataSet).execute();
}
