import type { getEdition } from '@twinward/contracts/system/edition';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The edition of the database. */
export const useEdition = () =>
  useApiQuery<typeof getEdition>(['edition', {}], 'GET /api/settings/system/edition');
