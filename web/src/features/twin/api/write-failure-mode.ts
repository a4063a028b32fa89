import { useMutation } from '@tanstack/react-query';
import type {
  createFailureMode,
  deleteFailureMode,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';
import { showTwins } from './write-twin.ts';

export const useCreateFailureMode = () =>
  useApiMutation<typeof createFailureMode>('POST /api/failure-modes', {
    renews: showTwins,
    undo:
      ({ id }) =>
      () =>
        removeFailureMode(id),
  });

export const useSaveFailureMode = () =>
  useApiMutation<typeof updateFailureMode>('PUT /api/failure-modes/with-risk', { renews: showTwins });

const removeFailureMode = (id: number) =>
  call<typeof deleteFailureMode>('DELETE /api/failure-modes/:id', { params: { id } });

export const useDeleteFailureMode = (id: number) =>
  useMutation({
    mutationFn: () => removeFailureMode(id),
    meta: { says: 'Deleted.', renews: showTwins },
  });
