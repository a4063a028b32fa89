import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { listTags } from '@twinward/contracts/tag';
import { callList } from '../../../app/http.ts';

/** Tags with points, measured or calculated, whose names hold a text; the first twenty by name. */
export const useTagSearch = (text: string, enabled: boolean) =>
  useQuery({
    queryKey: ['tags', { searchWithPoints: text }],
    queryFn: ({ signal }) =>
      callList<typeof listTags>('POST /api/tags/filters', {
        query: { 'page-number': 1, 'page-size': 20 },
        body: {
          filters: [
            { field: 'Type', operator: 'In', value: ['data_point', 'calculated'], dataType: 'C' },
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
