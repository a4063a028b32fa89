import { useMutation } from '@tanstack/react-query';
import type {
  Activity,
  ActivityChange,
  createActivity,
  deleteActivity,
  getTwinActivities,
  NewActivity,
  updateActivity,
} from '@twinward/contracts/twins/activity';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The activities of a twin, ordered by name. */
export const useActivities = (twinId: number) =>
  useApiQuery<typeof getTwinActivities>(['activities', { twinId }], 'GET /api/twins/:id/activities', {
    params: { id: twinId },
  });

export const useCreateActivity = (twinId: number) =>
  useMutation({
    mutationFn: (body: Omit<NewActivity, 'twinId'>) =>
      call<typeof createActivity>('POST /api/activities', { body: { twinId, ...body } }),
    meta: {
      renews: [['activities', { twinId }]],
      undo:
        ({ id }: Activity) =>
        () =>
          removeActivity(id),
    },
  });

export const useSaveActivity = (twinId: number) =>
  useMutation({
    mutationFn: ({ id, ...body }: ActivityChange & { id: number }) =>
      call<typeof updateActivity>('PUT /api/activities/:id', { params: { id }, body }),
    meta: { renews: [['activities', { twinId }]] },
  });

const removeActivity = (id: number) =>
  call<typeof deleteActivity>('DELETE /api/activities/:id', { params: { id } });

export const useDeleteActivity = (twinId: number, id: number) =>
  useMutation({
    mutationFn: () => removeActivity(id),
    meta: { says: 'Deleted.', renews: [['activities', { twinId }]] },
  });
