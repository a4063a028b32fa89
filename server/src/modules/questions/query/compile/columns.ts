import type { QueryColumn, TimeUnit } from '@twinward/contracts/questions/query-definition';
import type { ResultColumn, ResultKind } from '@twinward/contracts/questions/query-result';
import { type RawBuilder, sql } from 'kysely';
import type { CatalogueField } from '../catalogue/catalogue.ts';
import type { JoinNode, JoinTree } from './joins.ts';
import { refuse } from './path.ts';

/** A column of a result, with its SQL. */
export interface CompiledColumn extends ResultColumn {
  role: 'group' | 'value';
  sql: RawBuilder<unknown>;
  /** For a reference: the id of the record. */
  id?: RawBuilder<unknown>;
  /** For a group by time: the start of the period that contains a time. */
  toStart?: (time: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** For a group by time: the path, which filters may restrict, and the kind of its field. */
  time?: { path: string; kind: 'date' | 'date-time' };
  /** For an aggregate: its value for a group without records. */
  empty?: 0 | null;
}

type FieldColumn = Extract<QueryColumn, { kind: 'field' | 'group' }>;
type AggregateColumn = Extract<QueryColumn, { kind: 'aggregate' }>;

const numeric: ReadonlySet<ResultKind> = new Set(['number', 'integer', 'money', 'duration', 'level']);
/** Maximum length of a text in a result, in characters. */
const maximumCharacters = 1000;

interface End {
  node: JoinNode;
  field: CatalogueField | null;
  caption: string;
}

const toStored = ({ isStored }: CatalogueField) => (isStored ? { stored: true as const } : {});

/** Joins the tables along a path. */
function joinPath(tree: JoinTree, path: string, at: string): End {
  const { relations, field } = tree.path(path, at);
  const captions = [...relations.map(({ caption }) => caption), ...(field ? [field.caption] : [])];
  return { node: tree.join(relations, at), field, caption: captions.slice(-2).join(' - ') };
}

/** Compiles a column of a field or group. In a query without groups, a field is a value. */
export function compileField(
  column: FieldColumn,
  isGrouped: boolean,
  tree: JoinTree,
  timeZone: string,
  at: string,
): CompiledColumn {
  const { node, field, caption } = joinPath(tree, column.path, `${at}.path`);
  const common = {
    key: column.key,
    caption: column.caption || caption,
    role: isGrouped ? ('group' as const) : ('value' as const),
  };
  const by = column.kind === 'group' ? column.by : undefined;
  if (!field) {
    if (by !== undefined) refuse(`${at}.by`, `${common.caption} is a record: it has no parts to group by.`);
    const recordType = node.type.recordType ?? node.type.name;
    const reference = { sql: tree.title(node, at), id: tree.id(node) };
    // List items are shown as text.
    if (recordType === 'list-item') return { ...common, kind: 'text', sql: reference.sql };
    return { ...common, kind: 'reference', recordType, ...reference };
  }
  const value = tree.value(node, field, at);
  const unit = field.unit ? { unit: field.unit } : {};
  if (by === undefined) {
    const shown = field.isLong ? sql`left(${value}, ${sql.lit(maximumCharacters)})` : value;
    return { ...common, kind: field.kind, ...unit, ...toStored(field), sql: shown };
  }
  if (typeof by === 'object') {
    if (!numeric.has(field.kind)) refuse(`${at}.by`, `${common.caption} is no number: it has no widths.`);
    const start = sql`(floor(${value}::float8 / ${by.width}::float8) * ${by.width}::float8)`;
    return { ...common, kind: field.kind, ...unit, width: by.width, sql: start };
  }
  if (field.kind !== 'date' && field.kind !== 'date-time')
    refuse(`${at}.by`, `${common.caption} is no time: it has no ${by}s.`);
  if (by === 'hour' && field.kind === 'date')
    refuse(`${at}.by`, `${common.caption} is a day: it has no hours.`);
  const toStart = startOfUnit(by, field.kind, timeZone);
  const kind = by === 'hour' ? ('date-time' as const) : ('date' as const);
  const time = { path: column.path, kind: field.kind };
  return { ...common, kind, by, time, toStart, sql: toStart(value) };
}

/** Returns the start of a period: hours as times, longer periods as days in the time zone. */
function startOfUnit(unit: TimeUnit, kind: 'date' | 'date-time', timeZone: string) {
  const part = sql.lit(unit);
  return (time: RawBuilder<unknown>): RawBuilder<unknown> => {
    if (kind === 'date') return sql`date_trunc(${part}, ${time}::timestamp)::date`;
    if (unit === 'hour') return sql`date_trunc(${part}, ${time}, ${timeZone}::text)`;
    return sql`date_trunc(${part}, ${time} at time zone ${timeZone}::text)::date`;
  };
}

/** Aggregates whose value does not change if a record is counted several times. */
const idempotent: ReadonlySet<AggregateColumn['aggregate']> = new Set(['min', 'max', 'distinct']);

const words: Readonly<Record<AggregateColumn['aggregate'], string>> = {
  count: 'Number of',
  sum: 'Sum of',
  mean: 'Mean of',
  min: 'Minimum of',
  max: 'Maximum of',
  median: 'Median of',
  percentile: 'Percentile of',
  distinct: 'Distinct',
};

/** Compiles an aggregate. All other columns must be joined before. */
export function compileAggregate(column: AggregateColumn, tree: JoinTree, at: string): CompiledColumn {
  const { key, aggregate } = column;
  const common = { key, role: 'value' as const, aggregate };
  const counted = { ...common, kind: 'integer' as const, empty: 0 as const };
  if (column.path === undefined) {
    const caption = column.caption || `Number of ${tree.root.type.pluralCaption.toLowerCase()}`;
    const isUnique = tree.manyNodes.length === 0;
    const countSql = isUnique ? sql`count(*)` : sql`count(distinct ${tree.key()})`;
    return { ...counted, caption, sql: countSql };
  }
  const { node, field, caption: name } = joinPath(tree, column.path, `${at}.path`);
  const caption = column.caption || `${words[aggregate]} ${name}`;
  if (!field) {
    if (aggregate !== 'count' && aggregate !== 'distinct')
      refuse(`${at}.aggregate`, `${name} is a record: count it, or choose a field of it.`);
    return { ...counted, caption, sql: sql`count(distinct ${tree.id(node)})` };
  }
  const value = tree.value(node, field, at);
  if (aggregate === 'distinct') return { ...counted, caption, sql: sql`count(distinct ${value})` };
  if (aggregate === 'count') return { ...counted, caption, sql: sql`count(${value})` };
  const unit = field.unit ? { unit: field.unit } : {};
  if (aggregate === 'min' || aggregate === 'max') {
    if (field.kind === 'boolean') refuse(`${at}.aggregate`, `${name} is yes or no: count it instead.`);
    const function_ = aggregate === 'min' ? sql`min` : sql`max`;
    const found = { ...common, caption, kind: field.kind, ...unit, ...toStored(field) };
    return { ...found, empty: null, sql: sql`${function_}(${value})` };
  }
  if (!numeric.has(field.kind)) refuse(`${at}.aggregate`, `${name} is no number: count it instead.`);
  const isSum = aggregate === 'sum';
  const keepsKind = isSum || field.kind === 'money' || field.kind === 'duration';
  const kind = keepsKind && field.kind !== 'level' ? field.kind : 'number';
  return { ...common, caption, kind, ...unit, empty: isSum ? 0 : null, sql: aggregateNumber(column, value) };
}

function aggregateNumber(
  { aggregate, percentile }: AggregateColumn,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const number = sql`${value}::float8`;
  if (aggregate === 'sum') return sql`sum(${number})`;
  if (aggregate === 'mean') return sql`avg(${number})`;
  const part = aggregate === 'median' ? 0.5 : percentile! / 100;
  return sql`percentile_cont(${part}::float8) within group (order by ${number})`;
}

/**
 * Refuses an aggregate that would count records several times because other columns join several rows to each record.
 * Call it after all columns are joined.
 * @throws AppError `invalid-request`.
 */
export function assertCountsOnce(column: AggregateColumn, tree: JoinTree, at: string): void {
  const many = tree.manyNodes;
  if (column.path === undefined || idempotent.has(column.aggregate) || many.length === 0) return;
  const { node, field, caption } = joinPath(tree, column.path, at);
  if (!field) return;
  const other = many.find((one) => !isWithin(node.manyNode, one));
  if (!other) return;
  refuse(
    at,
    `${words[column.aggregate]} ${caption} would count a record several times, once for each of ${other.caption}. Please leave that column out, or make ${other.type.pluralCaption.toLowerCase()} the source of the query.`,
  );
}

/** Whether a node is another node or a descendant of it. */
function isWithin(node: JoinNode | null, other: JoinNode): boolean {
  for (let at = node; at; at = at.parent) if (at === other) return true;
  return false;
}
