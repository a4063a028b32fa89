import type { listUnitReviews, previewInputUnit } from '@twinward/contracts/protections/input-unit';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

/** Previews the effects of a change of an input's unit. Changes nothing. */
export const usePreviewInputUnit = () =>
  useApiMutation<typeof previewInputUnit, { id: number; unit: string | null }>(
    'POST /api/tag-aliases/:id/unit-change',
    { toCall: ({ id, unit }) => ({ params: { id }, body: { unit } }) },
  );

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
