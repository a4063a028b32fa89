import { isSystemType } from '@twinward/contracts/records/record-type';
import type { AuditTarget } from '@twinward/domain/audit/paths';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';

/**
 * Selects the columns of `AuditTarget` for existing ids, with `id` as text. Columns that a kind does not have are null.
 */
type Select = (ids: readonly number[], names: readonly string[], userId: number) => RawBuilder<unknown>;

const overview =
  (type: string): Select =>
  (ids) =>
    sql`select id::text as id, title as name, twin_id, asset_id, null::int as owner_id
      from record_overview where type = ${type} and id = any(${ids}::int[])`;

/** Columns of a kind of which only id and name are used. */
const plain = (id: RawBuilder<unknown>, name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${id}::text as id, ${name} as name, null::int as twin_id, null::int as asset_id, null::int as owner_id`;
const idColumn = sql`id`;
const nameColumn = sql`name`;

const statements: Readonly<Record<string, Select>> = {
  annotation: (ids) =>
    sql`select id::text as id, '' as name, twin_id, null::int as asset_id, null::int as owner_id
      from annotation where id = any(${ids}::int[])`,
  benchmark: (ids) =>
    sql`select ${plain(sql`taxonomy_id`, sql`''`)} from benchmark where taxonomy_id = any(${ids}::int[])`,
  connection: (ids) =>
    sql`select ${plain(idColumn, nameColumn)} from connection where id = any(${ids}::int[])`,
  consequence: (ids) =>
    sql`select consequence.id::text as id, '' as name, null::int as asset_id, null::int as owner_id,
        coalesce(consequence.twin_id, failure_mode.twin_id, asset.asset_twin_id) as twin_id
      from consequence left join failure_mode on failure_mode.id = consequence.failure_mode_id
      left join asset on asset.id = consequence.asset_id where consequence.id = any(${ids}::int[])`,
  dashboard: (ids, _, userId) =>
    sql`select ${plain(idColumn, nameColumn)} from dashboard
      where id = any(${ids}::int[]) and (sharing = 'tenant' or owner_id = ${userId})`,
  'data points': overview('tag'),
  group: (_, names) =>
    sql`select ${plain(nameColumn, sql`caption`)} from user_group where name = any(${names}::text[])`,
  'improvement-option': (ids) =>
    sql`select id::text as id, name, null::int as twin_id, asset_id, risk_analysis_id as owner_id
      from improvement_option where id = any(${ids}::int[])`,
  'indicator-pattern': (ids) =>
    sql`select id::text as id, '' as name, null::int as twin_id, null::int as asset_id, protection_id as owner_id
      from pattern_set where id = any(${ids}::int[])`,
  list: (ids) => sql`select ${plain(idColumn, nameColumn)} from value_list where id = any(${ids}::int[])`,
  query: (ids, _, userId) =>
    sql`select ${plain(idColumn, nameColumn)} from query
      where id = any(${ids}::int[]) and (sharing = 'tenant' or owner_id = ${userId})`,
  record: (ids) =>
    sql`select ${plain(sql`record.id`, sql`record_type.name`)}
      from record join record_type on record_type.id = record.type_id where record.id = any(${ids}::int[])`,
  'record-type': (_, names) =>
    sql`select ${plain(nameColumn, sql`caption`)} from record_type where name = any(${names}::text[])`,
  relationship: (_, names) =>
    sql`select ${plain(nameColumn, sql`caption`)} from relationship where name = any(${names}::text[])`,
  'risk-analysis-asset': (_, names) =>
    sql`select risk_analysis_id || '/' || asset_id as id, '' as name, null::int as twin_id, asset_id,
        risk_analysis_id as owner_id
      from risk_analysis_asset
      where risk_analysis_id = any(${names.map((name) => Number(name.split('/')[0])).filter(isId)}::int[])
      and asset_id = any(${names.map((name) => Number(name.split('/')[1])).filter(isId)}::int[])`,
  scenario: (ids) =>
    sql`select id::text as id, name, null::int as twin_id, null::int as asset_id, risk_analysis_id as owner_id
      from scenario where id = any(${ids}::int[])`,
  'service-account': (ids) =>
    sql`select ${plain(idColumn, sql`user_name`)} from app_user where is_service and id = any(${ids}::int[])`,
  setting: (_, names) => sql`select ${plain(nameColumn, nameColumn)} from unnest(${names}::text[]) as name`,
  structure: (_, names) =>
    sql`select ${plain(nameColumn, nameColumn)} from structure where name = any(${names}::text[])`,
  'tag-alias': (ids) =>
    sql`select id::text as id, name, twin_id, null::int as asset_id, null::int as owner_id
      from tag_alias where id = any(${ids}::int[])`,
  'twin-model': (ids) =>
    sql`select ${plain(idColumn, nameColumn)} from library_model
      where id = any(${ids}::int[]) and access_level <> 'private'`,
  unit: (ids) => sql`select ${plain(idColumn, sql`code`)} from unit where id = any(${ids}::int[])`,
  'unit-category': (ids) =>
    sql`select ${plain(idColumn, nameColumn)} from unit_category where id = any(${ids}::int[])`,
  user: (ids) =>
    sql`select ${plain(idColumn, sql`user_name`)} from app_user where not is_service and id = any(${ids}::int[])`,
  webhook: (ids) => sql`select ${plain(idColumn, nameColumn)} from webhook where id = any(${ids}::int[])`,
};

/** Whether an id is a positive 32-bit integer. */
const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** Selects the existing records of a kind, by the ids in the audit trail. */
export async function selectTargets(
  db: Db,
  kind: string,
  ids: readonly string[],
  userId: number,
): Promise<AuditTarget[]> {
  const select = isSystemType(kind) ? overview(kind) : statements[kind];
  if (select === undefined) return [];
  const { rows } = await sql<{
    id: string;
    name: string;
    twin_id: number | null;
    asset_id: number | null;
    owner_id: number | null;
  }>`${select(ids.map(Number).filter(isId), ids, userId)}`.execute(db);
  return rows.map((row) => fromRow(row));
}
