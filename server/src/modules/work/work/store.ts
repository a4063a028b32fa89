import type { Permissions } from '@twinward/contracts/access/access';
import type { ListBody, ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { WorkTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import { sourceExpression } from '../../connections/stream/service.ts';
import { withSystemFields } from '../../records/record-type/service.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`work.id` },
    TagId: { type: 'N', sql: sql`work.tag_id` },
    TagName: { type: 'C', sql: sql`tag.name` },
    Number: { type: 'C', sql: sql`work.number` },
    Name: { type: 'C', sql: sql`work.name` },
    Kind: { type: 'C', sql: sql`work.kind` },
    Resource: { type: 'C', sql: sql`work.resource` },
    Cost: { type: 'N', sql: sql`work.cost` },
    FailureMechanism: { type: 'C', sql: sql`work.failure_mechanism` },
    FailureCause: { type: 'C', sql: sql`work.failure_cause` },
    Planned: { type: 'D', sql: sql`work.planned_at` },
    Start: { type: 'D', sql: sql`work.started_at` },
    Completed: { type: 'D', sql: sql`work.completed_at` },
  },
  key: sql`work.id`,
  defaultSort: [{ field: 'Start', direction: 'Descending' }],
};

function workQuery(db: Db) {
  return db
    .selectFrom('work')
    .innerJoin('tag', 'tag.id', 'work.tag_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('tag_alias')
          .select(['tag_alias.id as alias_id', 'tag_alias.twin_id'])
          .whereRef('tag_alias.mapped_tag_id', '=', 'work.tag_id')
          .where('tag_alias.type', '=', 'work')
          .where('tag_alias.twin_id', 'is not', null)
          .orderBy('tag_alias.id')
          .limit(1)
          .as('alias'),
      (join) => join.onTrue(),
    )
    .selectAll('work')
    .select([
      'tag.name as tag_name',
      'alias.alias_id',
      'alias.twin_id',
      sourceExpression('work').as('source'),
    ]);
}
export type WorkRow = Awaited<ReturnType<ReturnType<typeof workQuery>['execute']>>[number];

/** @param tagId only the work under this tag */
export async function selectWorkPage(db: Db, reader: Permissions, request: ListRequest, tagId?: number) {
  const query = workQuery(db);
  return findPage(
    tagId === undefined ? query : query.where('work.tag_id', '=', tagId),
    compileList(request, await withSystemFields(db, reader, 'work', list, request)),
  );
}

export async function selectWorkTotals(db: Db, reader: Permissions, filters: ListBody['filters']) {
  const request = { filters, sorts: [], pageNumber: 1, pageSize: 1 };
  const { where } = compileList(request, await withSystemFields(db, reader, 'work', list, request));
  return db
    .selectFrom('work')
    .innerJoin('tag', 'tag.id', 'work.tag_id')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(completed_at)`.as('completed'),
      sql<number>`count(completed_at) filter (where kind = 'corrective')`.as('failures'),
      sql<number>`coalesce(sum(cost), 0)::float8`.as('cost'),
      sql<number>`coalesce(sum(coalesce(duration,
        extract(epoch from completed_at - started_at) * 1000)), 0)::float8`.as('duration'),
    ])
    .where(where)
    .executeTakeFirstOrThrow();
}

export async function selectWork(db: Db, id: number): Promise<WorkRow | null> {
  return (await workQuery(db).where('work.id', '=', id).executeTakeFirst()) ?? null;
}

export function selectWorkByIds(db: Db, ids: readonly number[]): Promise<WorkRow[]> {
  return workQuery(db).where(sql<SqlBool>`work.id = any(${ids}::int[])`).execute();
}

/** Selects the work under these tags with one of the numbers, or without a number and with one of the names. */
export function selectWorkMeant(
  db: Db,
  { tagIds, numbers, names }: { tagIds: number[]; numbers: string[]; names: string[] },
): Promise<WorkRow[]> {
  return workQuery(db)
    .where(sql<SqlBool>`work.tag_id = any(${tagIds}::int[])`)
    .where(sql<SqlBool>`(work.number = any(${numbers}::text[])
      or work.number is null and work.name = any(${names}::text[]))`)
    .execute();
}

/**
 * Selects the work of a stream with these keys, and work without a stream that has one of the numbers under its tag.
 * Locks the rows until the transaction ends.
 */
export function selectExtractedWork(
  db: Db,
  streamId: number,
  wanted: readonly { key: string; tagId: number; number: string | null }[],
): Promise<WorkRow[]> {
  const numbered = wanted.filter(({ number }) => number !== null);
  // Each part has an index; a condition with 'or' would read the whole table.
  return workQuery(db)
    .where(sql<SqlBool>`work.id in (
      select id from work
      where stream_id = ${streamId} and stream_key = any(${wanted.map(({ key }) => key)}::text[])
      union
      select own.id from unnest(${numbered.map(({ tagId }) => tagId)}::int[],
        ${numbered.map(({ number }) => number!)}::text[]) as meant (tag_id, number)
      join work as own on own.tag_id = meant.tag_id and own.number = meant.number
      where own.stream_id is null)`)
    .orderBy('work.id')
    .forUpdate('work')
    .execute();
}

/** Selects the keys of the work of a stream: of work that the source still has, and of work that is gone. */
export async function selectKeysOfStream(
  db: Db,
  streamId: number,
): Promise<{ present: string[]; gone: string[] }> {
  const rows = await db
    .selectFrom('work')
    .select(['stream_key', 'gone_at'])
    .where('stream_id', '=', streamId)
    .execute();
  const listKeys = (isGone: boolean) =>
    rows.filter(({ gone_at }) => (gone_at !== null) === isGone).map(({ stream_key }) => stream_key!);
  return { present: listKeys(false), gone: listKeys(true) };
}

/** Marks work of a stream as gone. */
export async function updateGone(db: Db, streamId: number, keys: readonly string[]) {
  const { rows } = await sql<{ id: number; name: string; gone_at: Date }>`
    update work set gone_at = now(), version = version + 1
    where stream_id = ${streamId} and stream_key = any(${keys}::text[]) and gone_at is null
    returning id, name, gone_at`.execute(db);
  return rows;
}

/** Selects the work under these tags that was started or completed, with the fields that identify failures. */
export function selectFailureWork(db: Db, tagIds: readonly number[]) {
  return db
    .selectFrom('work')
    .select(['id', 'tag_id', 'name', 'number', 'kind', 'duration', 'started_at', 'completed_at'])
    .select('failure_mechanism')
    .where(sql<SqlBool>`tag_id = any(${tagIds}::int[])`)
    .where((eb) => eb.or([eb('started_at', 'is not', null), eb('completed_at', 'is not', null)]))
    .execute();
}

/** Selects the latest completion of each tag that has one. */
export async function selectLatestCompletions(db: Db, tagIds: readonly number[]) {
  return db
    .selectFrom('work')
    .select(['tag_id', sql<Date>`max(completed_at)`.as('completed_at')])
    .where(sql<SqlBool>`tag_id = any(${tagIds}::int[])`)
    .where('completed_at', 'is not', null)
    .groupBy('tag_id')
    .execute();
}

/** Selects the oldest time of work under the tags: its start, otherwise its completion, otherwise its planned time. */
export async function selectOldestTime(db: Db, tagIds: readonly number[]): Promise<Date | null> {
  const { time } = await db
    .selectFrom('work')
    .select(sql<Date | null>`min(coalesce(started_at, completed_at, planned_at))`.as('time'))
    .where(sql<SqlBool>`tag_id = any(${tagIds}::int[])`)
    .executeTakeFirstOrThrow();
  return time;
}

/** Statement that selects work with times, in the form that `selectDrawnSpans` requires, with the tag as key. */
export const timedWork = (tagIds: readonly number[], onlyCompleted: boolean) => sql`
  select tag_id as key, begun_at as start_at, greatest(begun_at, coalesce(completed_at, begun_at)) as end_at
  from (
    select tag_id, completed_at, coalesce(started_at, completed_at, planned_at) as begun_at from work
    where tag_id = any(${tagIds}::int[]) ${onlyCompleted ? sql`and completed_at is not null` : sql``}
  ) as timed where begun_at is not null`;

/**
 * Selects the assets whose work is recorded under the tags: those of the tags, and those of twins with a work input
 * that is mapped to one of them.
 */
export async function selectAssetsOfTags(db: Db, tagIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asset_id as id from asset_tag where tag_id = any(${tagIds}::int[])
    union
    select twin.asset_id from tag_alias alias join twin on twin.id = alias.twin_id
    where alias.mapped_tag_id = any(${tagIds}::int[]) and alias.type = 'work'`.execute(db);
  return rows.map((row) => row.id);
}

const rows = versionedTableRows('work');
export const insertWork = rows.insert;
export const insertWorkRows = rows.insertAll;
export const updateWorkRow = rows.updateAtVersion;
/** Updates rows without a version check. The caller has locked them. */
export const updateWorkRows = rows.updateBlock<Insertable<WorkTable> & { id: number }>;
export const lockWork = rows.lock;
export const deleteWorkRow = rows.delete;

type CodeColumn = 'failure_mechanism' | 'failure_cause';

/** Counts the work with each failure code. */
export function selectCodeCounts(db: Db, column: CodeColumn): Promise<{ value: string; count: number }[]> {
  return db
    .selectFrom('work')
    .select([sql<string>`${sql.ref(column)}`.as('value'), sql<number>`count(*)`.as('count')])
    .where(column, 'is not', null)
    .groupBy(column)
    .execute();
}

/**
 * Replaces a failure code.
 * @returns the changed work
 */
export function updateCode(db: Db, column: CodeColumn, before: string, now: string) {
  return db
    .updateTable('work')
    .set({ [column]: now, version: sql`version + 1` })
    .where(column, '=', before)
    .returning(['id', 'tag_id', 'name'])
    .execute();
}
