import type { listAssets } from '@twinward/contracts/assets/asset';
import { useApiPage } from '../../../shared/api/api-query.ts';
import { compares, contains, equals } from '../../../shared/api/filters.ts';

/**
 * Equipment without a twin whose name or id contains a text, ordered by name.
 * @param assetClass prefix of the class, such as 'Rotating - Pumps'
 */
export const useAssetsWithoutTwin = (text: string, { enabled = true, pageSize = 20, assetClass = '' } = {}) =>
  useApiPage<typeof listAssets>(
    ['assets', { withoutTwin: text, pageSize, assetClass }],
    'POST /api/assets/filters',
    {
      page: 1,
      pageSize,
      body: {
        filters: [
          { field: 'TwinId', operator: 'IsNull', dataType: 'N' },
          ...equals('IsEquipment', true),
          ...contains(['AssetName', 'UniqueId'], text === '' ? undefined : text),
          ...compares('AssetClass', 'StartsWith', assetClass === '' ? undefined : assetClass),
        ],
        sorts: [{ field: 'AssetName', direction: 'Ascending' }],
      },
    },
    { enabled },
  );
