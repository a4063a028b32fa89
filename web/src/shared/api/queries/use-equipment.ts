import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getAssets, listAssets } from '@twinward/contracts/assets/asset';
import { useApiPage } from '../api-query.ts';
import { contains, equals } from '../filters.ts';
import { call } from '../http.ts';

/** The first twenty pieces of equipment, or assets of any kind, whose name or unique id contains a text. */
export const useFoundEquipment = (text: string, anyAsset = false, enabled = true) =>
  useApiPage<typeof listAssets>(
    ['assets', { equipment: text, anyAsset }],
    'POST /api/assets/filters',
    {
      page: 1,
      pageSize: 20,
      body: {
        filters: [
          ...equals('IsEquipment', anyAsset ? undefined : true),
          ...contains(['AssetName', 'UniqueId'], text),
        ],
      },
    },
    { enabled },
  );

/** Assets by their ids. */
export const useAssetsById = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['assets', { ids }],
    queryFn: ({ signal }) =>
      ids.length === 0
        ? []
        : call<typeof getAssets>('GET /api/assets', { query: { id: ids.map(String) }, signal }),
    placeholderData: keepPreviousData,
  });
