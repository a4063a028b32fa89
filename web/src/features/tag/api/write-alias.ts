import { useMutation } from '@tanstack/react-query';
import type {
  createTagAlias,
  deleteTagAlias,
  NewTagAlias,
  TagAlias,
  TagAliasChange,
  updateTagAlias,
} from '@twinward/contracts/twins/tag-alias';
import { call } from '../../../shared/api/http.ts';

/** Queries to invalidate after a change of an input. */
const changedWithAlias = ['tag-aliases', 'suggestions', 'protections', 'tags'] as const;

export type SavedAlias = { id: null; alias: NewTagAlias } | { id: number; alias: TagAliasChange };

/** Creates an input, or updates the one with an id. */
export const useSaveAlias = () =>
  useMutation({
    mutationFn: (request: SavedAlias) =>
      request.id === null
        ? call<typeof createTagAlias>('POST /api/tag-aliases', { body: request.alias })
        : call<typeof updateTagAlias>('PUT /api/tag-aliases/:id', {
            params: { id: request.id },
            body: request.alias,
          }),
    meta: {
      renews: changedWithAlias,
      renewsOnFailure: true,
      undo: ({ id }: TagAlias, request: SavedAlias) => (request.id === null ? () => removeAlias(id) : null),
    },
  });

const removeAlias = (id: number) =>
  call<typeof deleteTagAlias>('DELETE /api/tag-aliases/:id', { params: { id } });

/** Deletes an input. Rejected while logic refers to it. */
export const useDeleteAlias = (id: number) =>
  useMutation({
    mutationFn: () => removeAlias(id),
    meta: { says: 'Deleted.', renews: changedWithAlias },
  });
