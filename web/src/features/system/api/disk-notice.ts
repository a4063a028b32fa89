import { useQuery } from '@tanstack/react-query';
import type { getDiskNotice } from '@twinward/contracts/system/disk-notice';
import { call } from '../../../shared/api/http.ts';

/** When the disk of the database was last full. */
export const useDiskNotice = () =>
  useQuery({
    queryKey: ['disk-notice', {}],
    queryFn: ({ signal }) => call<typeof getDiskNotice>('GET /api/settings/system/disk', { signal }),
  });
