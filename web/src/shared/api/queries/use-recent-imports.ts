import { useQuery } from '@tanstack/react-query';
import type { CommandType, listCommands } from '@twinward/contracts/core/command';
import { callList } from '../http.ts';

/** The newest imports of a kind by the user. */
export const useRecentImports = (type: CommandType) =>
  useQuery({
    queryKey: ['commands', { type }],
    queryFn: ({ signal }) =>
      callList<typeof listCommands>('POST /api/commands/filters', {
        query: { 'page-number': '1', 'page-size': '5' },
        body: {
          filters: [{ field: 'Type', operator: 'EqualTo', value: type, dataType: 'C' }],
          sorts: [{ field: 'CreatedAt', direction: 'Descending' }],
        },
        signal,
      }),
  });
