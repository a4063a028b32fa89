import { useMutation } from '@tanstack/react-query';
import type { EditionSettings, getEdition, setEdition } from '@twinward/contracts/system/edition';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

/** The product edition of the database. */
export const useEdition = () =>
  useApiQuery<typeof getEdition>(['edition', {}], 'GET /api/settings/system/edition');

export const useSaveEdition = () =>
  useMutation({
    mutationFn: (body: EditionSettings) =>
      call<typeof setEdition>('POST /api/settings/system/edition', { body }),
    meta: { saves: ['edition', {}], renews: ['risk-analyses'] },
  });
