import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { listTags, TagSummary } from '@twinward/contracts/tag';
import { callList } from '../http.ts';

/** Tags of some types whose names hold a text; the first twenty by name. */
export const useTagSearch = (text: string, types: readonly TagSummary['type'][], enabled: boolean) =>
  useQuery({
    queryKey: ['tags', { search: text, types }],
    queryFn: ({ signal }) =>
      callList<typeof listTags>('POST /api/tags/filters', {
        query: { 'page-number': 1, 'page-size': 20 },
        body: {
          filters: [
            { field: 'Type', operator: 'In', value: [...types], dataType: 'C' },
            ...(text === ''
              ? []
              : [{ field: 'Name', operator: 'Contains' as const, value: text, dataType: 'C' as const }]),
          ],
          sorts: [{ field: 'Name', direction: 'Ascending' }],
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });
