import { keepPreviousData } from '@tanstack/react-query';
import type { listAssets } from '@twinward/contracts/assets/asset';
import type { Filter } from '@twinward/contracts/core/list';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

/**
 * Equipment without a twin whose name or id contains a text, ordered by name.
 * @param assetClass prefix of the class, such as 'Rotating - Pumps'
 */
export const useAssetsWithoutTwin = (text: string, { enabled = true, pageSize = 20, assetClass = '' } = {}) =>
  useApiListQuery<typeof listAssets>(
    ['assets', { withoutTwin: text, pageSize, assetClass }],
    'POST /api/assets/filters',
    {
      query: { 'page-number': 1, 'page-size': pageSize },
      body: {
        filters: [
          { field: 'TwinId', operator: 'IsNull', dataType: 'N' },
          { field: 'IsEquipment', operator: 'EqualTo', value: true, dataType: 'B' },
          ...(text === '' ? [] : [matching(text)]),
          ...(assetClass === ''
            ? []
            : [{ field: 'AssetClass', operator: 'StartsWith', value: assetClass, dataType: 'C' } as const]),
        ],
        sorts: [{ field: 'AssetName', direction: 'Ascending' }],
      },
    },
    { placeholderData: keepPreviousData, enabled },
  );

const matching = (text: string): Filter => ({
  operator: 'GroupOr',
  filters: ['AssetName', 'UniqueId'].map((field) => ({
    field,
    operator: 'Contains',
    value: text,
    dataType: 'C',
  })),
});
