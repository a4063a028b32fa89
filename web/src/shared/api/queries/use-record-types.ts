import type { listRecordTypes, RecordTypeSummary } from '@twinward/contracts/records/record-type';
import { useApiListQuery } from '../api-query.ts';

/** The record types that the user may read, ordered by caption. */
export const useRecordTypes = (enabled = true) =>
  useApiListQuery<typeof listRecordTypes>(
    ['record-types', { all: true }],
    'POST /api/recordtypes/filters',
    {
      query: { 'page-number': 1, 'page-size': 1000 },
      body: { sorts: [{ field: 'Caption', direction: 'Ascending' }] },
    },
    { enabled },
  );

/** The caption of a type; its name while the types are loading. */
export const typeCaption = (types: readonly RecordTypeSummary[] | undefined, name: string): string =>
  types?.find((type) => type.name === name)?.caption ?? name;
