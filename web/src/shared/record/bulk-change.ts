import { useMutation } from '@tanstack/react-query';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { changeRecords, maximumBulkRecords } from '@twinward/contracts/records/record';
import { call } from '../api/http.ts';

/** Starts a command that sets fields of many records of a type, or deletes them. */
export const useBulkChange = (type: string) =>
  useMutation({
    mutationFn: (body: RouteBodyInput<typeof changeRecords>) =>
      call<typeof changeRecords>('POST /api/records/:type/changes', { params: { type }, body }),
  });

/** Maximum number of records per command. */
export const maximumSelected: typeof maximumBulkRecords = 10_000;
