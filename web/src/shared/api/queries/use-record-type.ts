import type { getRecordType } from '@twinward/contracts/records/record-type';
import { useApiQuery } from '../api-query.ts';

/** A record type with its fields and states. Sends no request for an empty name. */
export const useRecordType = (name: string) =>
  useApiQuery<typeof getRecordType>(
    ['record-types', { name }],
    'GET /api/recordtypes/:name',
    { params: { name } },
    { enabled: name !== '' },
  );
