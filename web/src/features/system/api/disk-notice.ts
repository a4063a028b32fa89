import type { getDiskNotice } from '@twinward/contracts/system/disk-notice';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** When the disk of the database was last full. */
export const useDiskNotice = () =>
  useApiQuery<typeof getDiskNotice>(['disk-notice', {}], 'GET /api/settings/system/disk');
