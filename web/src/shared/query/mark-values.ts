import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { type ResultRow, toIdKey } from '@twinward/domain/queries/rows';
import type { MarkValues } from './queries.ts';

/** The group values of a row of a grouped result; the id for a reference. */
export function markValues(result: Pick<QueryResult, 'columns'>, row: ResultRow): MarkValues {
  return Object.fromEntries(
    result.columns
      .filter(({ role }) => role === 'group')
      .map(({ key, kind }) => (kind === 'reference' ? toIdKey(key) : key))
      .map((key) => [key, row[key] ?? null]),
  );
}
