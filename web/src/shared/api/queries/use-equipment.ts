import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getAssets, listAssets } from '@twinward/contracts/assets/asset';
import { useApiListQuery } from '../api-query.ts';
import { call } from '../http.ts';

/** The first twenty pieces of equipment, or assets of any kind, whose name or unique id contains a text. */
export const useFoundEquipment = (text: string, anyAsset = false, enabled = true) =>
  useApiListQuery<typeof listAssets>(
    ['assets', { equipment: text, anyAsset }],
    'POST /api/assets/filters',
    {
      query: { 'page-number': 1, 'page-size': 20 },
      body: {
        filters: [
          ...(anyAsset
            ? []
            : [{ field: 'IsEquipment', operator: 'EqualTo', value: true, dataType: 'B' } as const]),
          {
            operator: 'GroupOr',
            filters: ['AssetName', 'UniqueId'].map((field) => ({
              field,
              operator: 'Contains' as const,
              value: text,
              dataType: 'C' as const,
            })),
          },
        ],
      },
    },
    { placeholderData: keepPreviousData, enabled },
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
