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

/** The user's own and the shared views of a list, ordered by caption. @param list a record type or list name */
export const useSavedViews = (list: string) =>
  useApiQuery<typeof listSavedViews>(['saved-views', { list }], 'GET /api/views/:list', {
    params: { list },
  });

const create = (list: string, body: NewSavedView) =>
  call<typeof createSavedView>('POST /api/views/:list', { params: { list }, body });

const change = (list: string, { id, version }: SavedView, body: NewSavedView) =>
  call<typeof updateSavedView>('PUT /api/views/:list/:id', {
    params: { list, id },
    body: { ...body, version },
  });

const remove = (list: string, { id }: SavedView) =>
  call<typeof deleteSavedView>('DELETE /api/views/:list/:id', { params: { list, id } });

/** Creates a view, or updates the given one. */
export const useSaveView = (list: string, view: SavedView | null) =>
  useMutation({
    mutationFn: (body: NewSavedView) => (view === null ? create(list, body) : change(list, view, body)),
    // Refetch after a conflict, so that the list shows the current view.
    meta: {
      renews: ['saved-views'],
      renewsOnFailure: true,
      undo: (saved: SavedView) => {
        if (view === null) return () => remove(list, saved);
        const { caption, shared, parameters } = view;
        return () => change(list, saved, { caption, shared, parameters });
      },
    },
  });

export function useDeleteView(list: string) {
  const { user } = useSession();
  return useMutation({
    mutationFn: (view: SavedView) => remove(list, view),
    meta: {
      says: 'Deleted.',
      renews: ['saved-views'],
      renewsOnFailure: true,
      undo: (_: unknown, { caption, shared, parameters, createdBy }: SavedView) =>
        // The server sets the creator, so another user's view cannot be restored.
        createdBy === user.userName ? () => create(list, { caption, shared, parameters }) : null,
    },
  });
}
