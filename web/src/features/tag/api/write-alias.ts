import { useMutation } from '@tanstack/react-query';
import type {
  createTagAlias,
  deleteTagAlias,
  NewTagAlias,
  TagAliasChange,
  updateTagAlias,
} from '@twinward/contracts/twins/tag-alias';
import { call } from '../../../shared/api/http.ts';

/** What changes with an input: the inputs, what may be behind them, and the logic that names them. */
const changedWithAlias = ['tag-aliases', 'suggestions', 'protections', 'tags'] as const;

/** Makes an input, or changes the one of an id. */
export const useSaveAlias = () =>
  useMutation({
    mutationFn: (request: { id: null; alias: NewTagAlias } | { id: number; alias: TagAliasChange }) =>
      request.id === null
        ? call<typeof createTagAlias>('POST /api/tag-aliases', { body: request.alias })
        : call<typeof updateTagAlias>('PUT /api/tag-aliases/:id', {
            params: { id: request.id },
            body: request.alias,
          }),
    meta: { renews: changedWithAlias, renewsOnFailure: true },
  });

/** Deletes an input; one that logic names is refused. */
export const useDeleteAlias = (id: number) =>
  useMutation({
    mutationFn: () => call<typeof deleteTagAlias>('DELETE /api/tag-aliases/:id', { params: { id } }),
    meta: { renews: changedWithAlias },
  });
