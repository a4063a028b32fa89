import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ActivityChange,
  createActivity,
  deleteActivity,
  getTwinActivities,
  NewActivity,
  updateActivity,
} from '@twinward/contracts/twins/activity';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The activities of a twin, by name. */
export const useActivities = (twinId: number) =>
  useApiQuery<typeof getTwinActivities>(['activities', { twinId }], 'GET /api/twins/:id/activities', {
    params: { id: twinId },
  });

function useRenewActivities(twinId: number): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['activities', { twinId }] });
}

export function useCreateActivity(twinId: number) {
  return useMutation({
    mutationFn: (body: Omit<NewActivity, 'twinId'>) =>
      call<typeof createActivity>('POST /api/activities', { body: { twinId, ...body } }),
    onSuccess: useRenewActivities(twinId),
  });
}

export function useSaveActivity(twinId: number) {
  return useMutation({
    mutationFn: ({ id, ...body }: ActivityChange & { id: number }) =>
      call<typeof updateActivity>('PUT /api/activities/:id', { params: { id }, body }),
    onSuccess: useRenewActivities(twinId),
  });
}

export function useDeleteActivity(twinId: number, id: number) {
  return useMutation({
    mutationFn: () => call<typeof deleteActivity>('DELETE /api/activities/:id', { params: { id } }),
    onSuccess: useRenewActivities(twinId),
  });
}
