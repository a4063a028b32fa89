import type { changeRecords, maximumBulkRecords } from '@twinward/contracts/records/record';
import { useApiMutation } from '../api/api-mutation.ts';

/** Starts a command that sets fields of many records of a type, or deletes them. */
export const useBulkChange = (type: string) =>
  useApiMutation<typeof changeRecords>('POST /api/records/:type/changes', { params: { type } });

/** Maximum number of records per command. */
export const maximumSelected: typeof maximumBulkRecords = 10_000;
