import type {
  Comparison,
  DataType,
  FieldFilter,
  Filter,
  FilterValue,
  ListBody,
  ListRequest,
  Page,
  Paging,
  Sort,
} from '@twinward/contracts/core/list';
import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
  sql,
} from 'kysely';
import { AppError } from '../errors.ts';

/** A field that a list can be filtered and sorted by: its type and its SQL expression. */
export interface ListField {
  type: DataType;
  sql: RawBuilder<unknown>;
  /** Converts a value of a filter to the form of the expression, if that differs from the form of the data type. */
  toStored?: (value: FilterValue) => RawBuilder<unknown>;
  /**
   * Condition for `EqualTo` and `In` of a field with several values: whether one of these is among them. Such a field
   * supports only these comparisons, `NotEqualTo`, `IsNull` and `IsNotNull`, and no sorts.
   */
  holds?: (values: readonly FilterValue[]) => RawBuilder<SqlBool>;
  /** Condition for `Contains`, if the field has a faster one than comparing the whole text. */
  contains?: (part: string) => RawBuilder<SqlBool>;
}

/** The fields of a list by their API names, and the key that makes every order total. */
export interface ListFields {
  fields: Record<string, ListField>;
  /** Last sort column, so that equal rows keep their position from page to page. */
  key: RawBuilder<unknown>;
  /** Used when the request has no sort. */
  defaultSort: Sort[];
  /** Counts the rows of a single table, if each of them has exactly one row in the query. */
  count?: ListCount;
  /** Whether the key is sorted in the direction of the last sort, so that an index of both serves both directions. */
  keyFollowsSort?: boolean;
}

/** A count without joins, faster than counting the query's rows. */
export interface ListCount {
  /** Fields of the counted table: the count is used if filters use no others. */
  fields: readonly string[];
  /** The subquery. */
  of: (where: RawBuilder<SqlBool>) => RawBuilder<number>;
}

const maximumDepth = 10;
const maximumFilters = 200;

/** Returns the page that a call requests. */
export const pageRequest = (paging: Paging): Pick<ListRequest, 'pageNumber' | 'pageSize'> => ({
  pageNumber: paging['page-number'],
  pageSize: paging['page-size'],
});

/** Combines the body and the paging of a list call. */
export function listRequest(body: ListBody, paging: Paging): ListRequest {
  return { ...body, ...pageRequest(paging) };
}

/** The parts of a list's query that depend on the request: a condition, an order and a page. */
export interface ListClauses {
  where?: Expression<SqlBool>;
  orderBy: RawBuilder<unknown>;
  limit: number;
  offset: number;
  /** Unique key of a row. With it, rows of earlier pages are skipped without reading their other columns. */
  key?: RawBuilder<unknown>;
  /** A subquery that counts the rows, if that is faster than counting the query's rows. */
  count?: RawBuilder<number>;
}

/**
 * Compiles a list request against the fields that the list declares. Names only select declared SQL, and
 * values are sent only as parameters, so no text of the request becomes part of a statement.
 * @throws AppError `invalid-request` naming the invalid filter or sort and the valid values.
 */
export function compileList(
  request: ListRequest,
  list: ListFields,
): ListClauses & Required<Pick<ListClauses, 'where'>> {
  const budget = { left: maximumFilters };
  const conditions = request.filters.map((filter, i) =>
    compileFilter(filter, list, `filters.${i}`, 1, budget),
  );
  const where = joinConditions(conditions, 'and');
  const { count } = list;
  return {
    where,
    orderBy: compileSorts(request.sorts.length > 0 ? request.sorts : list.defaultSort, list),
    limit: request.pageSize,
    offset: (request.pageNumber - 1) * request.pageSize,
    key: list.key,
    ...(count && namesOnly(request.filters, count.fields) ? { count: count.of(where) } : {}),
  };
}

const namesOnly = (filters: readonly Filter[], fields: readonly string[]): boolean =>
  filters.every((filter) =>
    'filters' in filter ? namesOnly(filter.filters, fields) : fields.includes(filter.field),
  );

/** The rows of a page, and their total number if it follows from them; else null. */
async function readPage<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { where = sql`true`, orderBy, limit, offset, key }: ListClauses,
) {
  const matching = query.where(where);
  const page = matching.orderBy(orderBy).limit(limit).offset(offset);
  // PostgreSQL computes all columns of skipped rows, so on later pages the keys are found first.
  const isDeep = key !== undefined && offset > 0;
  const records = await (isDeep
    ? query
        .where(sql<SqlBool>`${key} = any(array${page.clearSelect().select(key.as('key'))})`)
        .orderBy(orderBy)
    : page
  ).execute();
  // A page that is not full determines the total, unless it is past the last one.
  const isLast = records.length < limit && (records.length > 0 || offset === 0);
  return { records, total: isLast ? offset + records.length : null, matching: matching.clearSelect() };
}

/** Returns a page of the query's rows and the total number of rows, also for a page past the last. */
export async function findPage<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  clauses: ListClauses,
): Promise<Page<Simplify<Row>>> {
  const { count } = clauses;
  const { records, total, matching } = await readPage(query, clauses);
  if (total !== null) return { records, total };
  const counted = await (count
    ? matching.select(count.as('total')).limit(1)
    : matching.select(sql`count(*)`.as('total'))
  )
    .$castTo<{ total: number }>()
    .executeTakeFirst();
  // With a separate count, a query without rows returns no total.
  return { records, total: counted?.total ?? 0 };
}

/** Like `findPage`, with a total of at most `maximum`; `capped` if more rows match. */
export async function findCappedPage<Database, Tables extends keyof Database, Row>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<Database, Tables, Row>,
  clauses: ListClauses,
  maximum: number,
): Promise<Page<Simplify<Row>>> {
  const { records, total: known, matching } = await readPage(query, clauses);
  if (known !== null) return { records, total: known };
  const some = matching.limit(maximum + 1);
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as matching`.execute(
    db,
  );
  const total = rows[0]!.total;
  return total > maximum ? { records, total: maximum, capped: true } : { records, total };
}

function refuse(path: string, message: string): never {
  throw new AppError('invalid-request', message, { errors: [{ path, message }] });
}

function compileSorts(sorts: readonly Sort[], list: ListFields): RawBuilder<unknown> {
  const orders = sorts.map(({ field, direction }, i) => {
    const { sql: column, holds } = getField(field, list, `sorts.${i}.field`);
    if (holds) refuse(`sorts.${i}.field`, `Lists can't be sorted by '${field}', which holds several values.`);
    return direction === 'Ascending' ? sql`${column} asc nulls first` : sql`${column} desc nulls last`;
  });
  const isDescending = list.keyFollowsSort && sorts.at(-1)?.direction === 'Descending';
  return sql.join([...orders, isDescending ? sql`${list.key} desc` : sql`${list.key} asc`]);
}

function getField(name: string, list: ListFields, path: string): ListField {
  if (!Object.hasOwn(list.fields, name)) {
    refuse(path, `There is no field '${name}'. The fields are ${Object.keys(list.fields).join(', ')}.`);
  }
  return list.fields[name]!;
}

/** Joins conditions; true if there are none. */
export function joinConditions(
  conditions: readonly RawBuilder<SqlBool>[],
  word: 'and' | 'or',
): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.join(conditions, word === 'and' ? sql` and ` : sql` or `)})`;
}

function compileFilter(
  filter: Filter,
  list: ListFields,
  path: string,
  depth: number,
  budget: { left: number },
): RawBuilder<SqlBool> {
  if (depth > maximumDepth) refuse(path, `Groups nest at most ${maximumDepth} deep.`);
  budget.left -= 1;
  if (budget.left < 0) refuse(path, `At most ${maximumFilters} filters in one call.`);
  if (!('filters' in filter)) {
    return compileComparison(filter, getField(filter.field, list, `${path}.field`), path);
  }
  const conditions = filter.filters.map((inner, i) =>
    compileFilter(inner, list, `${path}.filters.${i}`, depth + 1, budget),
  );
  return joinConditions(conditions, filter.operator === 'GroupAnd' ? 'and' : 'or');
}

type Compile = (column: RawBuilder<unknown>, value: RawBuilder<unknown>) => RawBuilder<SqlBool>;

const orderings: Partial<Record<Comparison, Compile>> = {
  EqualTo: (column, value) => sql`${column} = ${value}`,
  NotEqualTo: (column, value) => sql`${column} is distinct from ${value}`,
  LessThan: (column, value) => sql`${column} < ${value}`,
  LessThanEqualTo: (column, value) => sql`${column} <= ${value}`,
  GreaterThan: (column, value) => sql`${column} > ${value}`,
  GreaterThanEqualTo: (column, value) => sql`${column} >= ${value}`,
};

const types: Record<DataType, { name: string; example: string; cast: RawBuilder<unknown> }> = {
  C: { name: 'text', example: '"Pump"', cast: sql`text` },
  N: { name: 'a number', example: '12.5', cast: sql`float8` },
  D: { name: 'a date and time', example: '"2014-02-07T14:55:00Z"', cast: sql`timestamptz` },
  B: { name: 'true or false', example: 'true', cast: sql`boolean` },
};

/**
 * Compiles one comparison. The value is sent as a parameter.
 * @param path of the filter in the request
 * @throws AppError `invalid-request` for an operator or a value that does not fit the field.
 */
export function compileComparison(filter: FieldFilter, field: ListField, path: string): RawBuilder<SqlBool> {
  const { sql: column, type, contains, toStored, holds } = field;
  if (filter.dataType !== undefined && filter.dataType !== type) {
    refuse(
      `${path}.dataType`,
      `The field '${filter.field}' is ${types[type].name}: its data type is ${type}.`,
    );
  }
  const { operator, value } = filter;
  if (operator === 'IsNull' || operator === 'IsNotNull') {
    if (value !== undefined && value !== null) refuse(`${path}.value`, `${operator} takes no value.`);
    return operator === 'IsNull' ? sql`${column} is null` : sql`${column} is not null`;
  }
  if (operator === 'In') {
    if (!Array.isArray(value)) refuse(`${path}.value`, 'In takes a list of values.');
    const values = value.map((one, i) => checked(one, type, filter.field, `${path}.value.${i}`));
    if (holds) return holds(values);
    if (toStored) {
      return values.length === 0 ? sql`false` : sql`${column} in (${sql.join(values.map(toStored))})`;
    }
    // One array parameter for all values: PostgreSQL accepts at most 65,535 parameters per statement.
    return sql`${column} = any(${values}::${types[type].cast}[])`;
  }
  if (value === undefined || Array.isArray(value)) refuse(`${path}.value`, `${operator} takes one value.`);
  if (operator === 'Contains' || operator === 'StartsWith') {
    if (type !== 'C')
      refuse(`${path}.operator`, `${operator} is for text; '${filter.field}' is ${types[type].name}.`);
    checked(value, type, filter.field, `${path}.value`);
    if (operator === 'Contains' && contains) return contains(String(value));
    const pattern = String(value).replace(/[\\%_]/g, '\\$&');
    return sql`${column} ilike ${operator === 'Contains' ? `%${pattern}%` : `${pattern}%`}`;
  }
  const one = checked(value, type, filter.field, `${path}.value`);
  if (holds) {
    if (operator === 'EqualTo') return holds([one]);
    if (operator === 'NotEqualTo') return sql`${holds([one])} is not true`;
    refuse(`${path}.operator`, `'${filter.field}' holds several values: use EqualTo, NotEqualTo or In.`);
  }
  return orderings[operator]!(column, toStored ? toStored(one) : sql`${one}::${types[type].cast}`);
}

function checked(value: FilterValue, type: DataType, field: string, path: string): FilterValue {
  if (!fits(value, type)) {
    refuse(path, `The field '${field}' is ${types[type].name}: give a value such as ${types[type].example}.`);
  }
  return value;
}

/** PostgreSQL accepts UTC offsets up to 15:59. */
const isoTime = /^(?!0000)(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)?)?$/;

function isTime(text: string): boolean {
  const date = isoTime.exec(text)?.[1];
  if (date === undefined || Number.isNaN(Date.parse(text))) return false;
  // Date interprets a day that the month does not have as a day of the next month.
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

function fits(value: FilterValue, type: DataType): boolean {
  if (type === 'N') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'B') return typeof value === 'boolean';
  // PostgreSQL can't store U+0000 in text.
  if (type === 'C') return typeof value === 'string' && !value.includes('\0');
  return typeof value === 'string' && isTime(value);
}
