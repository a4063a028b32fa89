import type { DataType, FieldFilter, FilterValue } from '@twinward/contracts/core/list';
import type { QueryFieldFilter, QueryFilter } from '@twinward/contracts/questions/query-definition';
import type { ResultKind } from '@twinward/contracts/questions/query-result';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import { toWall } from '@twinward/domain/time-zone';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileComparison, joinConditions, type ListField } from '../../../../platform/database/list.ts';
import type { CatalogueField } from '../catalogue/catalogue.ts';
import { createSubquery, type JoinNode, type JoinTree, type Subquery } from './joins.ts';
import { refuse } from './path.ts';

/** The time and the time zone in which a query runs. */
export interface Moment {
  /** Epoch milliseconds. */
  now: number;
  timeZone: string;
}

const dataTypes: Readonly<Record<Exclude<ResultKind, 'reference'>, DataType>> = {
  text: 'C',
  number: 'N',
  integer: 'N',
  money: 'N',
  level: 'N',
  duration: 'N',
  boolean: 'B',
  date: 'D',
  'date-time': 'D',
};

/** Converts a time of a filter to ISO 8601; for a field of days, to the day in the time zone. */
function toTime(value: FilterValue, kind: 'date' | 'date-time', moment: Moment): FilterValue {
  const time = resolveTime(String(value), moment.now, moment.timeZone);
  if (time === null) return value;
  return kind === 'date'
    ? new Date(toWall(time, moment.timeZone)).toISOString().slice(0, 10)
    : new Date(time).toISOString();
}

/** Compiles the comparison of a filter with a column of a kind. */
export function compareWith(
  filter: QueryFieldFilter,
  column: { kind: CatalogueField['kind']; sql: RawBuilder<unknown> } & Partial<ListField>,
  moment: Moment,
  at: string,
): RawBuilder<SqlBool> {
  const { kind, ...rest } = column;
  const list: ListField = { ...rest, type: dataTypes[kind] };
  if (kind !== 'date' && kind !== 'date-time') return compileComparison(filter as FieldFilter, list, at);
  if (kind === 'date' && !list.toStored) list.toStored = (value) => sql`${value}::date`;
  const { value } = filter as FieldFilter;
  const times = Array.isArray(value)
    ? value.map((one) => toTime(one, kind, moment))
    : value === undefined
      ? undefined
      : toTime(value, kind, moment);
  return compileComparison({ ...(filter as FieldFilter), value: times }, list, at);
}

/** Compiles the comparison of a filter with the field, or the record, at the end of a path. */
function compareAt(
  filter: QueryFieldFilter,
  tree: JoinTree,
  node: JoinNode,
  field: CatalogueField | null,
  moment: Moment,
  at: string,
): RawBuilder<SqlBool> {
  if (!field) {
    const { value } = filter;
    const isText = typeof (Array.isArray(value) ? value[0] : value) === 'string';
    const column = isText
      ? { kind: 'text' as const, sql: tree.title(node, at) }
      : { kind: 'integer' as const, sql: tree.id(node) };
    return compareWith(filter, column, moment, at);
  }
  const value = tree.value(node, field, at);
  return compareWith(filter, { kind: field.kind, sql: value, ...field.filter?.(node.alias) }, moment, at);
}

/**
 * Compiles conditions on records. A condition on several linked records requires that one of them matches (`exists`),
 * unless a column already joins them. Conditions that are combined by AND apply to the same linked record.
 */
export function compileConditions(
  filters: readonly QueryFilter[],
  tree: JoinTree,
  moment: Moment,
  at: string,
): RawBuilder<SqlBool> {
  return compileGroup(filters, 'and', tree, moment, at);
}

function compileGroup(
  filters: readonly QueryFilter[],
  word: 'and' | 'or',
  tree: JoinTree,
  moment: Moment,
  at: string,
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [];
  const subqueries = new Map<string, { subquery: Subquery; conditions: RawBuilder<SqlBool>[] }>();
  for (const [index, filter] of filters.entries()) {
    const place = `${at}.${index}`;
    if ('filters' in filter) {
      const inner = filter.operator === 'GroupAnd' ? 'and' : 'or';
      conditions.push(compileGroup(filter.filters, inner, tree, moment, `${place}.filters`));
      continue;
    }
    if (typeof filter.value === 'object' && !Array.isArray(filter.value))
      refuse(`${place}.value`, `There is no parameter '${filter.value.parameter}'.`);
    const { relations, field } = tree.path(filter.field, `${place}.field`);
    const { node, rest } = tree.reach(relations, `${place}.field`);
    const [first, ...others] = rest;
    if (!first) {
      conditions.push(compareAt(filter, tree, node, field, moment, place));
      continue;
    }
    if (filter.operator === 'IsNull' && !field && others.length === 0) {
      const none = createSubquery(tree.scope, node, first, place);
      conditions.push(sql<SqlBool>`not ${none.exists(sql<SqlBool>`true`)}`);
      continue;
    }
    const key = `${node.alias} ${first.name}${word === 'and' ? '' : ` ${index}`}`;
    const known = subqueries.get(key) ?? {
      subquery: createSubquery(tree.scope, node, first, place),
      conditions: [],
    };
    subqueries.set(key, known);
    const inner = known.subquery.tree;
    known.conditions.push(compareAt(filter, inner, inner.join(others, place), field, moment, place));
  }
  for (const { subquery, conditions: inner } of subqueries.values())
    conditions.push(subquery.exists(joinConditions(inner, 'and')));
  return joinConditions(conditions, word);
}
