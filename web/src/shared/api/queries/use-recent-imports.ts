import type { CommandType, listCommands } from '@twinward/contracts/core/command';
import { useApiListQuery } from '../api-query.ts';

/** The user's latest imports of a kind. */
export const useRecentImports = (type: CommandType) =>
  useApiListQuery<typeof listCommands>(['commands', { type }], 'POST /api/commands/filters', {
    query: { 'page-number': '1', 'page-size': '5' },
    body: {
      filters: [{ field: 'Type', operator: 'EqualTo', value: type, dataType: 'C' }],
      sorts: [{ field: 'CreatedAt', direction: 'Descending' }],
    },
  });
