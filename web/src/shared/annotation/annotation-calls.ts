import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  Annotation,
  AnnotationChange,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  NewAnnotationInput,
  updateAnnotation,
} from '@twinward/contracts/twins/annotation';
import { useContext } from 'react';
import type { Range } from '../../ui/chart/range.ts';
import { useExactRange } from '../../ui/chart/use-drawn-range.ts';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import { SessionContext, useAccess } from '../session/session-context.tsx';

/** The annotations of tags and of a twin in a range, latest first. */
export function useAnnotations(twinId: number | null, tagIds: readonly number[], range: Range) {
  const mayRead = useAccess('apps');
  const { from, to } = useExactRange(range);
  return useApiQuery<typeof listAnnotations>(
    ['annotations', { of: twinId, tagIds, from, to }],
    'GET /api/annotations',
    {
      query: {
        ...(twinId === null ? {} : { twinId: String(twinId) }),
        ...(tagIds.length === 0 ? {} : { tagId: tagIds.map(String) }),
        from,
        to,
      },
    },
    { enabled: mayRead, placeholderData: keepPreviousData },
  );
}

const create = (body: NewAnnotationInput) => call<typeof createAnnotation>('POST /api/annotations', { body });

const remove = ({ id }: Pick<Annotation, 'id'>) =>
  call<typeof deleteAnnotation>('DELETE /api/annotations/:id', { params: { id } });

export const useCreateAnnotation = () =>
  useMutation({
    mutationFn: create,
    meta: { renews: ['annotations'], undo: (created: Annotation) => () => remove(created) },
  });

const change = (id: number, body: AnnotationChange) =>
  call<typeof updateAnnotation>('PUT /api/annotations/:id', { params: { id }, body });

export const useUpdateAnnotation = ({ id, start, end, text }: Annotation) =>
  useMutation({
    mutationFn: (body: AnnotationChange) => change(id, body),
    // Refetch after a conflict, so that the table shows the current annotation.
    meta: {
      renews: ['annotations'],
      renewsOnFailure: true,
      undo:
        ({ version }: Annotation) =>
        () =>
          change(id, { start: Date.parse(start), end: Date.parse(end), text, version }),
    },
  });

export function useDeleteAnnotation() {
  const session = useContext(SessionContext);
  return useMutation({
    mutationFn: (annotation: Annotation) => remove(annotation),
    meta: {
      says: 'Deleted.',
      renews: ['annotations'],
      renewsOnFailure: true,
      undo: (_: unknown, { createdBy, twinId, tagId, start, end, text }: Annotation) =>
        // The server sets the creator, so another user's annotation cannot be restored.
        createdBy !== null && createdBy === session?.user.userName
          ? () => create({ twinId, tagId, start: Date.parse(start), end: Date.parse(end), text })
          : null,
    },
  });
}
