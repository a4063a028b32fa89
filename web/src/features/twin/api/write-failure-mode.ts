import { useMutation } from '@tanstack/react-query';
import type {
  createFailureMode,
  deleteFailureMode,
  FailureModeChange,
  NewFailureMode,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import { call } from '../../../shared/api/http.ts';
import { useRenewTwins } from './write-twin.ts';

export function useCreateFailureMode() {
  const renew = useRenewTwins();
  return useMutation({
    mutationFn: (body: NewFailureMode) => call<typeof createFailureMode>('POST /api/failure-modes', { body }),
    onSuccess: () => renew(),
  });
}

export function useSaveFailureMode() {
  const renew = useRenewTwins();
  return useMutation({
    mutationFn: (body: FailureModeChange) =>
      call<typeof updateFailureMode>('PUT /api/failure-modes/with-risk', { body }),
    onSuccess: () => renew(),
  });
}

export function useDeleteFailureMode(id: number) {
  const renew = useRenewTwins();
  return useMutation({
    mutationFn: () => call<typeof deleteFailureMode>('DELETE /api/failure-modes/:id', { params: { id } }),
    onSuccess: () => renew(),
  });
}
