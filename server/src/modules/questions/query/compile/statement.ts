import {
  maximumRows,
  type QueryColumn,
  type QueryDefinition,
  type QueryFilter,
} from '@twinward/contracts/questions/query-definition';
import type { ResultColumn, ResultKind, ResultValue } from '@twinward/contracts/questions/query-result';
import type { UnitContext } from '@twinward/domain/language';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { joinConditions } from '../../../../platform/database/list.ts';
import type { Catalogue, CatalogueField, CatalogueType } from '../catalogue/catalogue.ts';
import { assertCountsOnce, type CompiledColumn, compileAggregate, compileField } from './columns.ts';
import { compareWith, compileConditions, type Moment } from './conditions.ts';
import { compileExpression } from './expression.ts';
import { fillGaps } from './fill.ts';
import { JoinScope, JoinTree } from './joins.ts';
import { refuse } from './path.ts';

/** A definition with bound parameters, and the catalogue that it is compiled against. */
export interface BoundQuery {
  definition: QueryDefinition;
  catalogue: Catalogue;
  source: CatalogueType;
  /** Replaces the table of the source. */
  table?: RawBuilder<unknown>;
  units: readonly UnitContext[];
  moment: Moment;
}

export interface CompiledQuery {
  columns: ResultColumn[];
  statement: RawBuilder<Record<string, unknown>>;
  /** Maximum number of rows. The statement reads one more, to detect truncation. */
  limit: number;
  /** Whether the result omits records that the reader may not read. */
  isRestricted: boolean;
}

/** Maximum number of values of a result on screen. */
const maximumValues = 200_000;

const numeric: ReadonlySet<ResultKind> = new Set(['number', 'integer', 'money', 'duration', 'level']);

/**
 * Compiles a definition to one statement. Names select declared SQL, and values become parameters: no text of the
 * definition becomes part of the statement.
 * @param most replaces the limits for screens, for an export
 * @throws AppError `invalid-request` naming the invalid part of the definition.
 */
export function compileQuery(bound: BoundQuery, most: number | null = null): CompiledQuery {
  const { definition, moment } = bound;
  const scope = new JoinScope(bound.catalogue);
  const tree = new JoinTree(scope, bound.source, bound.table);
  const grouped = isGrouped(definition.columns);
  const compiled = compileBase(definition.columns, tree, grouped, moment);
  const where = joinConditions(
    [tree.isOfType(), compileConditions(definition.filters, tree, moment, 'filters')],
    'and',
  );
  const base = baseStatement([...compiled.values()], tree, where, grouped, definition.sorts.length > 0);
  const columns = [...compiled.values()];
  const times = columns.filter(({ toStart }) => toStart !== undefined);
  const rows =
    definition.fillGaps && times.length === 1 ? fillGaps(base, columns, definition.filters, moment) : base;
  const { columns: all, laterals } = addComputed(definition.columns, compiled, bound.units);
  const shown = all.flatMap(shownColumns);
  const limit = most ?? Math.min(definition.limit, maximumRows, Math.floor(maximumValues / shown.length));
  const condition = resultCondition(definition.resultFilters, all, moment);
  const statement = sql<Record<string, unknown>>`
    select ${sql.join(all.flatMap(({ source, id }) => (id ? [source, toIdName(source)] : [source])).map((name) => sql.ref(name)))}
    from (${rows}) as result ${sql.join(laterals, sql` `)}
    where ${condition}
    ${orderBy(definition, all, grouped)}
    limit ${limit + 1}`;
  return { columns: shown, statement, limit, isRestricted: scope.isRestricted };
}

/** A column of the result, with the name of its column in the statement. */
interface ResultSource extends Omit<CompiledColumn, 'sql' | 'id'> {
  source: string;
  id: boolean;
}

const toIdName = (name: string): string => `${name}_id`;

/** Compiles the columns of the base statement, by key, in the order of the definition. */
function compileBase(
  columns: readonly QueryColumn[],
  tree: JoinTree,
  grouped: boolean,
  moment: Moment,
): Map<string, CompiledColumn> {
  for (const [index, column] of columns.entries()) {
    // All paths are joined first, because the counting of records depends on the other joins.
    if (column.kind !== 'computed' && column.path !== undefined)
      tree.join(tree.path(column.path, `columns.${index}.path`).relations, `columns.${index}.path`);
  }
  const compiled = new Map<string, CompiledColumn>();
  for (const [index, column] of columns.entries()) {
    const at = `columns.${index}`;
    if (column.kind === 'aggregate') {
      assertCountsOnce(column, tree, `${at}.path`);
      compiled.set(column.key, compileAggregate(column, tree, at));
    } else if (column.kind !== 'computed') {
      compiled.set(column.key, compileField(column, grouped, tree, moment.timeZone, at));
    }
  }
  return compiled;
}

function baseStatement(
  columns: readonly CompiledColumn[],
  tree: JoinTree,
  where: RawBuilder<SqlBool>,
  grouped: boolean,
  isSorted: boolean,
): RawBuilder<unknown> {
  const selected: RawBuilder<unknown>[] = [];
  const groups: number[] = [];
  for (const [index, column] of columns.entries()) {
    selected.push(sql`${column.sql} as ${sql.ref(`c${index}`)}`);
    if (column.role === 'group') groups.push(selected.length);
    if (!column.id) continue;
    selected.push(sql`${column.id} as ${sql.ref(toIdName(`c${index}`))}`);
    if (column.role === 'group') groups.push(selected.length);
  }
  // Without a sort, records are ordered by their key, for which there is an index.
  const isByKey = !grouped && !isSorted;
  const key = isByKey ? [sql`${tree.key()} as key`] : [];
  // Group by position: PostgreSQL does not recognize two expressions with parameters as equal.
  const groupBy =
    groups.length > 0 ? sql`group by ${sql.join(groups.map((place) => sql.lit(place)))}` : sql``;
  const all = [...selected, ...key];
  return sql`select ${all.length > 0 ? sql.join(all) : sql`1 as none`} from ${tree.from()} where ${where} ${groupBy}`;
}

/** Returns all columns in the order of the definition. Computed columns can use the columns before them. */
function addComputed(
  definitions: readonly QueryColumn[],
  compiled: ReadonlyMap<string, CompiledColumn>,
  units: readonly UnitContext[],
): { columns: ResultSource[]; laterals: RawBuilder<unknown>[] } {
  const places = new Map([...compiled.keys()].map((key, index) => [key, `c${index}`]));
  const columns: ResultSource[] = [];
  const laterals: RawBuilder<unknown>[] = [];
  for (const [index, definition] of definitions.entries()) {
    const base = compiled.get(definition.key);
    if (base) {
      const { sql: _, id, ...column } = base;
      columns.push({ ...column, id: id !== undefined, source: places.get(definition.key)! });
      continue;
    }
    if (definition.kind !== 'computed') continue;
    const inputs = columns.flatMap(({ key, kind, unit, source }) => {
      if (kind === 'boolean') return [{ key, unit: null, sql: sql`${sql.ref(source)}::int::float8` }];
      return numeric.has(kind) ? [{ key, unit: unit ?? null, sql: sql`${sql.ref(source)}::float8` }] : [];
    });
    const { expression, key, caption } = definition;
    const computed = compileExpression(expression, inputs, units, `columns.${index}.expression`);
    const source = `x${index}`;
    laterals.push(
      sql`cross join lateral (select ${computed.sql} as ${sql.ref(source)}) as ${sql.ref(`of_${source}`)}`,
    );
    const unit = computed.unit ? { unit: computed.unit } : {};
    columns.push({
      key,
      caption: caption || key,
      kind: computed.kind,
      ...unit,
      role: 'value',
      source,
      id: false,
    });
  }
  return { columns, laterals };
}

/** Returns the result columns of a column. A reference is followed by its id. */
function shownColumns({
  source: _,
  id,
  toStart: __,
  time: ___,
  empty: ____,
  ...column
}: ResultSource): ResultColumn[] {
  const { key, caption } = column;
  return id ? [column, { key: `${key}.id`, caption: `${caption} (id)`, kind: 'integer' }] : [column];
}

function resultCondition(
  filters: readonly QueryFilter[],
  columns: readonly ResultSource[],
  moment: Moment,
  word: 'and' | 'or' = 'and',
  at = 'resultFilters',
): RawBuilder<SqlBool> {
  const conditions = filters.map((filter, index) => {
    const place = `${at}.${index}`;
    if ('filters' in filter) {
      const inner = filter.operator === 'GroupAnd' ? 'and' : 'or';
      return resultCondition(filter.filters, columns, moment, inner, `${place}.filters`);
    }
    const column = columns.find(({ key }) => key === filter.field);
    if (!column) refuse(`${place}.field`, `There is no column '${filter.field}'.`);
    const kind: CatalogueField['kind'] = column.kind === 'reference' ? 'text' : column.kind;
    return compareWith(filter, { kind, sql: sql.ref(column.source) }, moment, place);
  });
  return joinConditions(conditions, word);
}

/** Without sorts, groups are ordered by their values, and records by their key. */
function orderBy(
  { sorts }: QueryDefinition,
  columns: readonly ResultSource[],
  grouped: boolean,
): RawBuilder<unknown> {
  const asked = sorts.map(({ field, direction }) => {
    const column = columns.find(({ key }) => key === field)!;
    const isDown = direction === 'Descending';
    return sql`${sql.ref(column.source)} ${isDown ? sql`desc nulls last` : sql`asc nulls first`}`;
  });
  const named = new Set(sorts.map(({ field }) => field));
  const others = columns
    .filter(({ key, role }) => role === 'group' && !named.has(key))
    .map(({ source }) => sql`${sql.ref(source)} asc nulls first`);
  const orders = [...asked, ...others, ...(!grouped && sorts.length === 0 ? [sql`key`] : [])];
  return orders.length === 0 ? sql`` : sql`order by ${sql.join(orders)}`;
}

/** Returns the values of a row, in the order of the columns. */
export function toValues(row: Record<string, unknown>): ResultValue[] {
  return Object.values(row).map((value) => {
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    return (value ?? null) as ResultValue;
  });
}
