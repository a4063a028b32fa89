import { useMutation } from '@tanstack/react-query';
import type {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  NewSavedView,
  SavedView,
  updateSavedView,
} from '@twinward/contracts/records/saved-view';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import { useSession } from '../session/session-context.tsx';

/** The user's own and the shared views of the list of a record type, by caption. */
export const useSavedViews = (type: string) =>
  useApiQuery<typeof listSavedViews>(['saved-views', { type }], 'GET /api/recordtypes/:name/views', {
    params: { name: type },
  });

const create = (type: string, body: NewSavedView) =>
  call<typeof createSavedView>('POST /api/recordtypes/:name/views', { params: { name: type }, body });

const change = (type: string, { id, version }: SavedView, body: NewSavedView) =>
  call<typeof updateSavedView>('PUT /api/recordtypes/:name/views/:id', {
    params: { name: type, id },
    body: { ...body, version },
  });

const remove = (type: string, { id }: SavedView) =>
  call<typeof deleteSavedView>('DELETE /api/recordtypes/:name/views/:id', { params: { name: type, id } });

/** Creates a view, or updates the given one. */
export const useSaveView = (type: string, view: SavedView | null) =>
  useMutation({
    mutationFn: (body: NewSavedView) => (view === null ? create(type, body) : change(type, view, body)),
    // After a conflict the list shows the view as it is now.
    meta: {
      renews: ['saved-views'],
      renewsOnFailure: true,
      undo: (saved: SavedView) => {
        if (view === null) return () => remove(type, saved);
        const { caption, shared, parameters } = view;
        return () => change(type, saved, { caption, shared, parameters });
      },
    },
  });

export function useDeleteView(type: string) {
  const { user } = useSession();
  return useMutation({
    mutationFn: (view: SavedView) => remove(type, view),
    meta: {
      says: 'Deleted.',
      renews: ['saved-views'],
      renewsOnFailure: true,
      undo: (_: unknown, { caption, shared, parameters, createdBy }: SavedView) =>
        // Created again, that of another user would be this one's.
        createdBy === user.userName ? () => create(type, { caption, shared, parameters }) : null,
    },
  });
}
