import { useMutation } from '@tanstack/react-query';
import type { listUnitReviews, previewInputUnit } from '@twinward/contracts/protections/input-unit';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** Previews the effects of a change of an input's unit. Changes nothing. */
export const usePreviewInputUnit = () =>
  useMutation({
    mutationFn: ({ id, unit }: { id: number; unit: string | null }) =>
      call<typeof previewInputUnit>('POST /api/tag-aliases/:id/unit-change', {
        params: { id },
        body: { unit },
      }),
  });

/** The inputs of a twin whose unit was replaced by an upgrade and not yet reviewed, at most 1,000. */
export const useUnitReviewsOfTwin = (twinId: number, mayReview: boolean) =>
  useApiListQuery<typeof listUnitReviews>(
    ['unit-reviews', { twinId }],
    'POST /api/tag-aliases/unit-reviews/filters',
    {
      query: { 'page-size': 1000 },
      body: {
        filters: [
          { field: 'TwinId', operator: 'EqualTo', value: twinId },
          { field: 'IsReviewed', operator: 'EqualTo', value: false },
        ],
        sorts: [],
      },
    },
    { enabled: mayReview },
  );
