import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ListBody, Sort } from '@twinward/contracts/core/list';
import type { listUnitReviews, updateUnitReview } from '@twinward/contracts/protections/input-unit';
import { useApiListQuery } from '../../shared/api/api-query.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export type ReviewFilterName = 'owner' | 'name' | 'state';

/** The request for a list of reviews; by default, unreviewed ones. */
export function reviewListBody(filters: Partial<Record<ReviewFilterName, string>>, sort: Sort): ListBody {
  return {
    filters: [
      ...contains('OwnerName', filters.owner),
      ...contains('Name', filters.name),
      ...(filters.state === 'all' ? [] : equals('IsReviewed', filters.state === 'reviewed')),
    ],
    sorts: [sort],
  };
}

export const useUnitReviews = (body: ListBody, page: number) =>
  useApiListQuery<typeof listUnitReviews>(
    ['unit-reviews', { body, page }],
    'POST /api/tag-aliases/unit-reviews/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData },
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
