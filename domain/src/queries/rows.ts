import type { QueryResult, ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';

/** A row of a result, keyed by column. */
export type ResultRow = Readonly<Record<string, ResultValue>>;

const idSuffix = '.id';

/** Returns the key of the column with the ids of a reference. */
export const toIdKey = (key: string): string => `${key}${idSuffix}`;

/** Returns the columns to show, without the id columns of references. */
export function shownColumns({ columns }: Pick<QueryResult, 'columns'>): ResultColumn[] {
  const references = new Set(
    columns.filter(({ kind }) => kind === 'reference').map(({ key }) => toIdKey(key)),
  );
  return columns.filter(({ key }) => !references.has(key));
}

export const toResultRows = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): ResultRow[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ key }, place) => [key, row[place] ?? null])));

/** Returns the value that identifies a group. For a reference it is the id, because titles are not unique. */
export const groupValue = ({ key, kind }: ResultColumn, row: ResultRow): ResultValue =>
  kind === 'reference' ? (row[toIdKey(key)] ?? row[key] ?? null) : (row[key] ?? null);
