import { useMutation } from '@tanstack/react-query';
import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { listUnitReviews, updateUnitReview } from '@twinward/contracts/protections/input-unit';
import { useApiPage } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export type ReviewFilterName = 'owner' | 'name' | 'state';

/** The request for a list of reviews; by default, unreviewed ones. */
export function reviewListBody(filters: Partial<Record<ReviewFilterName, string>>, sort: Sort): ListBody {
  const parts: Filter[] = [];
  if (filters.owner) parts.push({ field: 'OwnerName', operator: 'Contains', value: filters.owner });
  if (filters.name) parts.push({ field: 'Name', operator: 'Contains', value: filters.name });
  if (filters.state !== 'all') {
    parts.push({ field: 'IsReviewed', operator: 'EqualTo', value: filters.state === 'reviewed' });
  }
  return { filters: parts, sorts: [sort] };
}

export const useUnitReviews = (body: ListBody, page: number) =>
  useApiPage<typeof listUnitReviews>(
    ['unit-reviews', { body, page }],
    'POST /api/tag-aliases/unit-reviews/filters',
    { page, pageSize, body },
  );

/** Marks an input as reviewed or not reviewed. */
export const useMarkReview = () =>
  useMutation({
    mutationFn: markReview,
    meta: {
      renews: ['unit-reviews'],
      renewsOnFailure: true,
      undo:
        (_: unknown, { id, isReviewed }: Parameters<typeof markReview>[0]) =>
        () =>
          markReview({ id, isReviewed: !isReviewed }),
    },
  });

const markReview = ({ id, isReviewed }: { id: number; isReviewed: boolean }) =>
  call<typeof updateUnitReview>('PUT /api/tag-aliases/unit-reviews/:id', {
    params: { id },
    body: { isReviewed },
  });
