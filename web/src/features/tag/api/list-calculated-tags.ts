import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/list';
import type { listTags, TagSummary } from '@twinward/contracts/tag';
import { callList } from '../../../app/http.ts';

const most = 100;

/** The calculated tags of a twin, by name; the first hundred. */
export const useCalculatedTags = (twinId: number): UseQueryResult<Page<TagSummary>> =>
  useQuery({
    queryKey: ['tags', { calculatedOf: twinId }],
    queryFn: ({ signal }) =>
      callList<typeof listTags>('POST /api/tags/filters', {
        query: { 'page-number': 1, 'page-size': most },
        body: {
          filters: [
            { field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' },
            { field: 'Type', operator: 'EqualTo', value: 'calculated', dataType: 'C' },
          ],
          sorts: [{ field: 'Name', direction: 'Ascending' }],
        },
        signal,
      }),
  });
