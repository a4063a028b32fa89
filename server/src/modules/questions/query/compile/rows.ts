import type { ResultColumn, ResultKind, ResultValue } from '@twinward/contracts/questions/query-result';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { joinConditions } from '../../../../platform/database/list.ts';
import { type CompiledColumn, compileField } from './columns.ts';
import { compileConditions } from './conditions.ts';
import { JoinScope, JoinTree } from './joins.ts';
import { refuse } from './path.ts';
import type { BoundQuery, CompiledQuery } from './statement.ts';

/** The values of a mark, by the keys of the group columns. */
export type Mark = Readonly<Record<string, ResultValue>>;

export interface RowPage {
  offset: number;
  limit: number;
}

const casts: Readonly<Record<ResultKind, RawBuilder<unknown>>> = {
  text: sql`text`,
  reference: sql`text`,
  boolean: sql`boolean`,
  date: sql`date`,
  'date-time': sql`timestamptz`,
  number: sql`float8`,
  integer: sql`float8`,
  money: sql`float8`,
  duration: sql`float8`,
  level: sql`float8`,
};

const examples: Partial<Record<ResultKind, (value: ResultValue) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  date: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  'date-time': (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  text: (value) => typeof value === 'string',
  reference: (value) => typeof value === 'string',
};

/** Returns the condition that a record belongs to a mark. */
function isOfMark(mark: Mark, columns: readonly CompiledColumn[]): RawBuilder<SqlBool> {
  const conditions = Object.entries(mark).map(([name, value]) => {
    const byId = name.endsWith('.id');
    const key = byId ? name.slice(0, -3) : name;
    const column = columns.find((one) => one.key === key && one.role === 'group');
    if (!column || (byId && !column.id)) refuse(`mark.${name}`, `'${name}' is no group of the query.`);
    const expression = byId ? column.id! : column.sql;
    if (value === null) return sql<SqlBool>`${expression} is null`;
    const kind = byId ? 'integer' : column.kind;
    const fits = examples[kind] ?? ((one: ResultValue) => typeof one === 'number' && Number.isFinite(one));
    if (!fits(value)) refuse(`mark.${name}`, `'${name}' takes a value as in the result.`);
    return sql<SqlBool>`${expression} = ${value}::${casts[kind]}`;
  });
  return joinConditions(conditions, 'and');
}

/**
 * Compiles a query for the records behind a mark of a result, with the fields that the query names.
 * @throws AppError `invalid-request` naming the invalid part.
 */
export function compileRows(bound: BoundQuery, mark: Mark, page: RowPage): CompiledQuery {
  const { definition, moment } = bound;
  const scope = new JoinScope(bound.catalogue);
  const tree = new JoinTree(scope, bound.source, bound.table);
  const grouped = isGrouped(definition.columns);
  const groups: CompiledColumn[] = [];
  const shown: CompiledColumn[] = [];
  const { root } = tree;
  if (bound.table === undefined) {
    const recordType = root.type.recordType ?? root.type.name;
    shown.push({
      key: 'record',
      caption: root.type.caption,
      kind: 'reference',
      recordType,
      role: 'value',
      sql: tree.title(root, 'source'),
      id: tree.id(root),
    });
  }
  const paths = new Set<string>();
  for (const [index, column] of definition.columns.entries()) {
    const at = `columns.${index}`;
    if (column.kind === 'computed' || column.path === undefined) continue;
    if (column.kind !== 'aggregate' && grouped)
      groups.push(compileField(column, true, tree, moment.timeZone, at));
    if (paths.has(column.path)) continue;
    paths.add(column.path);
    const { key, path } = column;
    shown.push(compileField({ kind: 'field', key, path }, false, tree, moment.timeZone, at));
  }
  const where = joinConditions(
    [tree.isOfType(), compileConditions(definition.filters, tree, moment, 'filters'), isOfMark(mark, groups)],
    'and',
  );
  const columns = shown.flatMap(({ key, caption, kind, unit, stored, recordType, id }): ResultColumn[] => {
    const column = {
      key,
      caption,
      kind,
      ...(unit ? { unit } : {}),
      ...(stored ? { stored } : {}),
      ...(recordType ? { recordType } : {}),
    };
    return id ? [column, { key: `${key}.id`, caption: `${caption} (id)`, kind: 'integer' }] : [column];
  });
  const values = shown.flatMap(({ sql: value, id }) => (id ? [value, id] : [value]));
  const statement = sql<Record<string, unknown>>`
    select ${sql.join(values.map((value, index) => sql`${value} as ${sql.ref(`c${index}`)}`))}
    from ${tree.from()} where ${where}
    order by ${tree.key()} limit ${page.limit + 1} offset ${page.offset}`;
  return { columns, statement, limit: page.limit, isRestricted: scope.isRestricted };
}
