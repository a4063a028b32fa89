import { useMutation } from '@tanstack/react-query';
import type { createDisplay, deleteDisplay, listDisplays } from '@twinward/contracts/questions/display';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const useDisplays = () => useApiQuery<typeof listDisplays>(['displays', {}], 'GET /api/displays');

const remove = (id: number) => call<typeof deleteDisplay>('DELETE /api/displays/:id', { params: { id } });

export const useCreateDisplay = () =>
  useApiMutation<typeof createDisplay>('POST /api/displays', {
    renews: ['displays'],
    undo:
      ({ id }) =>
      () =>
        remove(id),
  });

export const useDeleteDisplay = () =>
  useMutation({
    mutationFn: remove,
    meta: { says: 'Deleted.', renews: ['displays'] },
  });
