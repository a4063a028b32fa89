import { useMutation } from '@tanstack/react-query';
import type {
  createFailureMode,
  deleteFailureMode,
  FailureMode,
  FailureModeChange,
  NewFailureMode,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import { call } from '../../../shared/api/http.ts';
import { showTwins } from './write-twin.ts';

export const useCreateFailureMode = () =>
  useMutation({
    mutationFn: (body: NewFailureMode) => call<typeof createFailureMode>('POST /api/failure-modes', { body }),
    meta: {
      renews: showTwins,
      undo:
        ({ id }: FailureMode) =>
        () =>
          removeFailureMode(id),
    },
  });

export const useSaveFailureMode = () =>
  useMutation({
    mutationFn: (body: FailureModeChange) =>
      call<typeof updateFailureMode>('PUT /api/failure-modes/with-risk', { body }),
    meta: { renews: showTwins },
  });

const removeFailureMode = (id: number) =>
  call<typeof deleteFailureMode>('DELETE /api/failure-modes/:id', { params: { id } });

export const useDeleteFailureMode = (id: number) =>
  useMutation({
    mutationFn: () => removeFailureMode(id),
    meta: { says: 'Deleted.', renews: showTwins },
  });
