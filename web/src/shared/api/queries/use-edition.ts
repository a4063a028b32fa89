import type { getEdition, setEdition } from '@twinward/contracts/system/edition';
import { useApiMutation } from '../api-mutation.ts';
import { useApiQuery } from '../api-query.ts';

/** The product edition of the database. */
export const useEdition = () =>
  useApiQuery<typeof getEdition>(['edition', {}], 'GET /api/settings/system/edition');

export const useSaveEdition = () =>
  useApiMutation<typeof setEdition>('POST /api/settings/system/edition', {
    saves: ['edition', {}],
    renews: ['risk-analyses'],
  });
