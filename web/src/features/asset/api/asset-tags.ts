import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filter, Sort } from '@twinward/contracts/core/list';
import type { listTags } from '@twinward/contracts/signals/tag';
import { callList } from '../../../shared/api/http.ts';

export const tagPageSize = 50;

/** A page of an asset's tags. */
export function useAssetTags(assetId: number, search: string | undefined, sort: Sort, page: number) {
  const filters: Filter[] = [{ field: 'AssetId', operator: 'EqualTo', value: assetId, dataType: 'N' }];
  if (search !== undefined) {
    filters.push({
      operator: 'GroupOr',
      filters: ['Name', 'Caption'].map((field) => ({
        field,
        operator: 'Contains',
        value: search,
        dataType: 'C',
      })),
    });
  }
  return useQuery({
    queryKey: ['tags', { assetId, search, sort, page }],
    queryFn: ({ signal }) =>
      callList<typeof listTags>('POST /api/tags/filters', {
        query: { 'page-number': page, 'page-size': tagPageSize },
        body: { filters, sorts: [sort] },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
