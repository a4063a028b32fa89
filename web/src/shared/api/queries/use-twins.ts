import type { listTwins } from '@twinward/contracts/twins/twin';
import { useApiListQuery, useApiPage } from '../api-query.ts';
import { contains } from '../filters.ts';

/** The first twenty twins whose asset's name or unique id contains a text. */
export const useFoundTwins = (text: string) =>
  useApiPage<typeof listTwins>(['twins', { found: text }], 'POST /api/twins/filters', {
    page: 1,
    pageSize: 20,
    body: {
      filters: contains(['AssetName', 'AssetUniqueId'], text),
    },
  });

/** Twins by their ids, at most 1,000. */
export const useTwinsById = (ids: readonly number[]) =>
  useApiListQuery<typeof listTwins>(
    ['twins', { ids }],
    'POST /api/twins/filters',
    {
      query: { 'page-number': 1, 'page-size': 1000 },
      body: { filters: [{ field: 'Id', operator: 'In', value: [...ids], dataType: 'N' }] },
    },
    { enabled: ids.length > 0 },
  );
