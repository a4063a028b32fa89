import { isSystemType } from '@twinward/contracts/records/record-type';
import type { ReferenceKind } from '@twinward/domain/audit/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Ids of the lists of failure mechanisms and failure causes. */
const mechanisms = 5;
const causes = 6;

type Select = (ids: readonly number[], texts: readonly string[]) => RawBuilder<unknown>;

const selectListItems =
  (listId: number): Select =>
  (_, texts) =>
    sql`select value as id, caption as name from value_list_item
      where list_id = ${listId} and value = any(${texts}::text[])`;

/** Each statement selects `id` as text, and `name`. */
const statements: Readonly<Record<Exclude<ReferenceKind, OverviewKind>, Select>> = {
  user: (ids) => sql`select id::text as id, user_name as name from app_user where id = any(${ids}::int[])`,
  group: (_, texts) =>
    sql`select name as id, caption as name from user_group where name = any(${texts}::text[])`,
  'record-type': (_, texts) =>
    sql`select name as id, caption as name from record_type where name = any(${texts}::text[])`,
  input: (ids) => sql`select id::text as id, name from tag_alias where id = any(${ids}::int[])`,
  threshold: (ids) => sql`select id::text as id, name from threshold where id = any(${ids}::int[])`,
  connection: (ids) => sql`select id::text as id, name from connection where id = any(${ids}::int[])`,
  'connection-group': (ids) =>
    sql`select connection_group_id::text as id, string_agg(name, ', ' order by id) as name from connection
      where connection_group_id = any(${ids}::int[]) group by connection_group_id`,
  taxonomy: (ids) => sql`select id::text as id, caption as name from taxonomy where id = any(${ids}::int[])`,
  dashboard: (ids) => sql`select id::text as id, name from dashboard where id = any(${ids}::int[])`,
  mechanism: selectListItems(mechanisms),
  cause: selectListItems(causes),
};

type OverviewKind = 'asset' | 'twin' | 'tag' | 'protection' | 'activity' | 'failure-mode' | 'risk-analysis';
const isOverviewKind = (kind: ReferenceKind): kind is OverviewKind => isSystemType(kind);

/** Selects the names of existing records of a kind, by id as text. */
export async function selectNames(
  db: Db,
  kind: ReferenceKind,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const ids = texts.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31);
  const select = isOverviewKind(kind)
    ? sql`select id::text as id, title as name from record_overview where type = ${kind} and id = any(${ids}::int[])`
    : statements[kind](ids, texts);
  const { rows } = await sql<{ id: string; name: string }>`${select}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
