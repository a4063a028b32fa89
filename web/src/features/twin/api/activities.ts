import { useMutation } from '@tanstack/react-query';
import type {
  ActivityChange,
  createActivity,
  deleteActivity,
  getTwinActivities,
  NewActivity,
  updateActivity,
} from '@twinward/contracts/twins/activity';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The activities of a twin, ordered by name. */
export const useActivities = (twinId: number) =>
  useApiQuery<typeof getTwinActivities>(['activities', { twinId }], 'GET /api/twins/:id/activities', {
    params: { id: twinId },
  });

export const useCreateActivity = (twinId: number) =>
  useApiMutation<typeof createActivity, Omit<NewActivity, 'twinId'>>('POST /api/activities', {
    toCall: (body) => ({ body: { twinId, ...body } }),
    renews: [['activities', { twinId }]],
    undo:
      ({ id }) =>
      () =>
        removeActivity(id),
  });

export const useSaveActivity = (twinId: number) =>
  useApiMutation<typeof updateActivity, ActivityChange & { id: number }>('PUT /api/activities/:id', {
    toCall: ({ id, ...body }) => ({ params: { id }, body }),
    renews: [['activities', { twinId }]],
  });

const removeActivity = (id: number) =>
  call<typeof deleteActivity>('DELETE /api/activities/:id', { params: { id } });

export const useDeleteActivity = (twinId: number, id: number) =>
  useMutation({
    mutationFn: () => removeActivity(id),
    meta: { says: 'Deleted.', renews: [['activities', { twinId }]] },
  });
