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
import type { Range } from '../../ui/chart/range.ts';
import { useExactRange } from '../../ui/chart/use-drawn-range.ts';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import { useAccess } from '../session/session-context.tsx';

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

export const useCreateAnnotation = () =>
  useMutation({
    mutationFn: (body: NewAnnotationInput) =>
      call<typeof createAnnotation>('POST /api/annotations', { body }),
    meta: { renews: ['annotations'] },
  });

export const useUpdateAnnotation = ({ id }: Pick<Annotation, 'id'>) =>
  useMutation({
    mutationFn: (body: AnnotationChange) =>
      call<typeof updateAnnotation>('PUT /api/annotations/:id', { params: { id }, body }),
    // After a conflict the table shows the annotation as it is now.
    meta: { renews: ['annotations'], renewsOnFailure: true },
  });

export const useDeleteAnnotation = () =>
  useMutation({
    mutationFn: (id: number) =>
      call<typeof deleteAnnotation>('DELETE /api/annotations/:id', { params: { id } }),
    meta: { says: 'Deleted.', renews: ['annotations'], renewsOnFailure: true },
  });
