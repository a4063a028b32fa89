import type { getDiskNotice } from '@twinward/contracts/system/disk-notice';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The last time that the database's disk was full. */
export const useDiskNotice = () =>
  useApiQuery<typeof getDiskNotice>(['disk-notice', {}], 'GET /api/settings/system/disk');
