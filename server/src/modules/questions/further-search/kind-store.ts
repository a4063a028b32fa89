import type { Access } from '@twinward/contracts/access/access';
import type { FurtherKind } from '@twinward/contracts/questions/further-search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isVisible, type toViewer } from '../query/service.ts';

/** A searchable kind: the tables of its records and the texts that are searched. */
export interface SearchedKind {
  kind: FurtherKind;
  access: Access;
  /** Tables with their joins. */
  from: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  /** A constant null if the kind has no twin. */
  twinId: RawBuilder<unknown>;
  /** The columns with its names, the displayed one first. */
  names: readonly RawBuilder<unknown>[];
  /** Condition for the records that the viewer may see; absent if all. */
  where?: (viewer: ReturnType<typeof toViewer>) => RawBuilder<SqlBool>;
}

const noTwin = sql`null::int`;

/** A kind whose records belong to twins. The detail is the name of the asset. */
const ofTwin = (kind: FurtherKind, name: string): SearchedKind => {
  const table = sql.table(name);
  return {
    kind,
    access: 'apps',
    from: sql`${table} join twin on twin.id = ${table}.twin_id join asset on asset.id = twin.asset_id`,
    key: sql`${table}.id::text`,
    name: sql`${table}.name`,
    detail: sql`asset.asset_name`,
    twinId: sql`${table}.twin_id`,
    names: [sql`${table}.name`],
  };
};

/**
 * A kind of configuration record.
 * @param key the column that identifies its page
 * @param names name columns, the displayed one first
 */
const ofConfiguration = (
  kind: FurtherKind,
  access: Access,
  {
    table,
    key = 'id',
    names = ['name'],
    detail,
  }: { table: string; key?: string; names?: string[]; detail: RawBuilder<unknown> },
): SearchedKind => ({
  kind,
  access,
  from: sql.table(table),
  key: sql`${sql.ref(`${table}.${key}`)}::text`,
  name: sql.ref(`${table}.${names[0]}`),
  detail,
  twinId: noTwin,
  names: names.map((name) => sql.ref(`${table}.${name}`)),
});

const description = sql`description`;

export const searchedKinds: readonly SearchedKind[] = [
  ofTwin('protection', 'protection'),
  ofTwin('advisory', 'advisory'),
  ofTwin('failure-mode', 'failure_mode'),
  {
    kind: 'work',
    access: 'apps',
    // Work is shown on the page of a twin: the twin of the first input that uses its tag.
    from: sql`work join lateral (
      select asset_name, twin.id as twin_id from tag_alias
      join twin on twin.id = tag_alias.twin_id join asset on asset.id = twin.asset_id
      where tag_alias.mapped_tag_id = work.tag_id and tag_alias.type = 'work' order by tag_alias.id limit 1
    ) as shown on true`,
    key: sql`work.id::text`,
    name: sql`work.name`,
    detail: sql`concat_ws(', ', work.number, shown.asset_name)`,
    twinId: sql`shown.twin_id`,
    names: [sql`work.name`, sql`work.number`],
  },
  {
    ...ofConfiguration('query', 'queries', { table: 'query', detail: description }),
    where: isVisible,
  },
  ofConfiguration('connection', 'connections', { table: 'connection', detail: sql`''` }),
  ofConfiguration('webhook', 'connections', { table: 'webhook', detail: sql`url` }),
  ofConfiguration('record-type', 'recordTypes', {
    table: 'record_type',
    key: 'name',
    names: ['caption', 'name'],
    detail: description,
  }),
  ofConfiguration('relationship', 'recordTypes', {
    table: 'relationship',
    key: 'name',
    names: ['caption', 'name'],
    detail: description,
  }),
  ofConfiguration('list', 'lists', { table: 'value_list', key: 'name', detail: description }),
  {
    ...ofConfiguration('user', 'users', {
      table: 'app_user',
      key: 'user_name',
      names: ['user_name', 'first_name', 'last_name', 'email'],
      detail: sql`trim(concat(first_name, ' ', last_name))`,
    }),
    where: () => sql`not is_service`,
  },
  ofConfiguration('group', 'users', {
    table: 'user_group',
    key: 'name',
    names: ['caption', 'name'],
    detail: description,
  }),
  {
    ...ofConfiguration('service-account', 'users', {
      table: 'app_user',
      key: 'user_name',
      names: ['user_name'],
      detail: sql`service_account.description`,
    }),
    from: sql`app_user join service_account on service_account.user_id = app_user.id`,
  },
];
