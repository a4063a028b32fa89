import { useMutation } from '@tanstack/react-query';
import type {
  createDisplay,
  deleteDisplay,
  listDisplays,
  NewDisplay,
} from '@twinward/contracts/questions/display';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const useDisplays = () => useApiQuery<typeof listDisplays>(['displays', {}], 'GET /api/displays');

const remove = (id: number) => call<typeof deleteDisplay>('DELETE /api/displays/:id', { params: { id } });

export const useCreateDisplay = () =>
  useMutation({
    mutationFn: (body: NewDisplay) => call<typeof createDisplay>('POST /api/displays', { body }),
    meta: {
      renews: ['displays'],
      undo:
        ({ id }: { id: number }) =>
        () =>
          remove(id),
    },
  });

export const useDeleteDisplay = () =>
  useMutation({
    mutationFn: remove,
    meta: { says: 'Deleted.', renews: ['displays'] },
  });
