import { useMutation } from '@tanstack/react-query';
import type {
  createFailureMode,
  deleteFailureMode,
  FailureModeChange,
  NewFailureMode,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import { call } from '../../../shared/api/http.ts';
import { showTwins } from './write-twin.ts';

export const useCreateFailureMode = () =>
  useMutation({
    mutationFn: (body: NewFailureMode) => call<typeof createFailureMode>('POST /api/failure-modes', { body }),
    meta: { renews: showTwins },
  });

export const useSaveFailureMode = () =>
  useMutation({
    mutationFn: (body: FailureModeChange) =>
      call<typeof updateFailureMode>('PUT /api/failure-modes/with-risk', { body }),
    meta: { renews: showTwins },
  });

export const useDeleteFailureMode = (id: number) =>
  useMutation({
    mutationFn: () => call<typeof deleteFailureMode>('DELETE /api/failure-modes/:id', { params: { id } }),
    meta: { says: 'Deleted.', renews: showTwins },
  });
