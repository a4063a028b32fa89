import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { idKeyOf, type ResultRow } from '@twinward/domain/queries/rows';
import type { MarkValues } from './queries.ts';

/** What a row of a grouped result stands for: the value of each group, of a reference its id. */
export function markValues(result: Pick<QueryResult, 'columns'>, row: ResultRow): MarkValues {
  return Object.fromEntries(
    result.columns
      .filter(({ role }) => role === 'group')
      .map(({ key, kind }) => (kind === 'reference' ? idKeyOf(key) : key))
      .map((key) => [key, row[key] ?? null]),
  );
}
