import { keepPreviousData } from '@tanstack/react-query';
import type { Filter, Sort } from '@twinward/contracts/core/list';
import type { listTags } from '@twinward/contracts/signals/tag';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

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
  return useApiListQuery<typeof listTags>(
    ['tags', { assetId, search, sort, page }],
    'POST /api/tags/filters',
    { query: { 'page-number': page, 'page-size': tagPageSize }, body: { filters, sorts: [sort] } },
    { placeholderData: keepPreviousData },
  );
}
