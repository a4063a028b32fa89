import { useQueries } from '@tanstack/react-query';
import type { listTagWork, Work } from '@twinward/contracts/assets/work';
import type { Range } from '../../ui/chart/range.ts';
import { apiListQuery } from '../api/api-query.ts';

/** Maximum number of work records read per tag, the latest first. */
const mostWork = 1000;

/** The latest work of each of several tags, in order of their ids. */
export const useTagWork = (tagIds: readonly number[]) =>
  useQueries({
    queries: tagIds.map((tagId) =>
      apiListQuery<typeof listTagWork>(['work', { tagId }], 'POST /api/tags/:tagId/work/filters', {
        params: { tagId },
        query: { 'page-number': 1, 'page-size': mostWork },
        body: { filters: [], sorts: [{ field: 'Start', direction: 'Descending' }] },
      }),
    ),
  });

/** The time ranges of work, in order; work with a single time is a moment. */
export function workSpans(records: readonly Work[]): Range[] {
  return records.flatMap(spanOf).sort((one, other) => one.from - other.from);
}

function spanOf({ planned, start, completed }: Work): Range[] {
  const begin = start ?? completed ?? planned;
  if (begin === null) return [];
  const from = Date.parse(begin);
  return [{ from, to: Math.max(from, completed === null ? from : Date.parse(completed)) }];
}
