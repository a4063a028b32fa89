import type { getEdition } from '@twinward/contracts/system/edition';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** Which edition of the product the database has. */
export const useEdition = () =>
  useApiQuery<typeof getEdition>(['edition', {}], 'GET /api/settings/system/edition');
