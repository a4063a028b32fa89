import { useMutation } from '@tanstack/react-query';
import type { EditionSettings, getEdition, setEdition } from '@twinward/contracts/system/edition';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** Which edition of the product the database has. */
export const useEdition = () =>
  useApiQuery<typeof getEdition>(['edition', {}], 'GET /api/settings/system/edition');

export const useSetEdition = () =>
  useMutation({
    mutationFn: (body: EditionSettings) =>
      call<typeof setEdition>('POST /api/settings/system/edition', { body }),
    meta: { saves: ['edition', {}] },
  });
