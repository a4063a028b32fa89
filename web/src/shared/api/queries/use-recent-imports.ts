import type { CommandType, listCommands } from '@twinward/contracts/core/command';
import { useApiListQuery } from '../api-query.ts';
import { equals } from '../filters.ts';

/** The user's latest imports of a kind. @param recordType limits imports of records to one record type */
export const useRecentImports = (type: CommandType, recordType?: string) =>
  useApiListQuery<typeof listCommands>(['commands', { type, recordType }], 'POST /api/commands/filters', {
    query: { 'page-number': '1', 'page-size': '5' },
    body: {
      filters: [...equals('Type', type), ...equals('RecordType', recordType)],
      sorts: [{ field: 'CreatedAt', direction: 'Descending' }],
    },
  });
