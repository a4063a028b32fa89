import { useQuery } from '@tanstack/react-query';
import type { listCommands } from '@twinward/contracts/command';
import { callList } from '../../../app/http.ts';

/** The newest imports of the user. */
export const useRecentImports = () =>
  useQuery({
    queryKey: ['commands', { type: 'import-data-points' }],
    queryFn: ({ signal }) =>
      callList<typeof listCommands>('POST /api/commands/filters', {
        query: { 'page-number': '1', 'page-size': '5' },
        body: {
          filters: [{ field: 'Type', operator: 'EqualTo', value: 'import-data-points', dataType: 'C' }],
          sorts: [{ field: 'CreatedAt', direction: 'Descending' }],
        },
        signal,
      }),
  });
