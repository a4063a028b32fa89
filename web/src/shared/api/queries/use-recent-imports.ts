import type { CommandType, listCommands } from '@twinward/contracts/core/command';
import type { Filter } from '@twinward/contracts/core/list';
import { useApiListQuery } from '../api-query.ts';

const equals = (field: string, value: string): Filter => ({
  field,
  operator: 'EqualTo',
  value,
  dataType: 'C',
});

/** The user's latest imports of a kind. @param recordType limits imports of records to one record type */
export const useRecentImports = (type: CommandType, recordType?: string) =>
  useApiListQuery<typeof listCommands>(['commands', { type, recordType }], 'POST /api/commands/filters', {
    query: { 'page-number': '1', 'page-size': '5' },
    body: {
      filters: [
        equals('Type', type),
        ...(recordType === undefined ? [] : [equals('RecordType', recordType)]),
      ],
      sorts: [{ field: 'CreatedAt', direction: 'Descending' }],
    },
  });
