import type { QueryResult, ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';

/** A row of a result, by the keys of the columns. */
export type ResultRow = Readonly<Record<string, ResultValue>>;

const idSuffix = '.id';

/** The column that holds the ids of a reference. */
export const idKeyOf = (key: string): string => `${key}${idSuffix}`;

/** The columns that are shown: ids stand beside their reference. */
export function shownColumns({ columns }: Pick<QueryResult, 'columns'>): ResultColumn[] {
  const references = new Set(
    columns.filter(({ kind }) => kind === 'reference').map(({ key }) => idKeyOf(key)),
  );
  return columns.filter(({ key }) => !references.has(key));
}

export const rowsOf = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): ResultRow[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ key }, place) => [key, row[place] ?? null])));

/** The value that identifies a group: of a reference the id, so that records of the same title stay apart. */
export const groupValue = ({ key, kind }: ResultColumn, row: ResultRow): ResultValue =>
  kind === 'reference' ? (row[idKeyOf(key)] ?? row[key] ?? null) : (row[key] ?? null);
