import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditionSettings, getEdition, setEdition } from '@twinward/contracts/system/edition';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** Which edition of the product the database has. */
export const useEdition = () =>
  useApiQuery<typeof getEdition>(['edition', {}], 'GET /api/settings/system/edition');

export function useSetEdition() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EditionSettings) =>
      call<typeof setEdition>('POST /api/settings/system/edition', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['edition', {}], saved),
  });
}
