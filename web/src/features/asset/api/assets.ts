import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type {
  AssetChange,
  AssetDetail,
  createAsset,
  deleteAsset,
  getAsset,
  listAssetChildren,
  listAssets,
  moveAsset,
  NewAsset,
  updateAsset,
} from '@twinward/contracts/assets/asset';
import type { ListBody } from '@twinward/contracts/core/list';
import type { listModelsForAsset } from '@twinward/contracts/library/twin-model';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call, callList } from '../../../shared/api/http.ts';
import { placeQuery, type StructurePlace } from '../place.ts';

export { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';

export const pageSize = 100;
/** Page size of a branch of the tree. */
export const branchSize = 100;

/** A page of all assets, or of those below a place. */
export const useAssetList = (body: ListBody, page: number, place: StructurePlace | null) =>
  useApiPage<typeof listAssets>(['assets', { body, page, place }], 'POST /api/assets/filters', {
    page,
    pageSize,
    query: { ...placeQuery(place) },
    body,
  });

/** The library models that can be applied to an asset without a twin. */
export const useModelsForAsset = (assetId: number) =>
  useApiQuery<typeof listModelsForAsset>(['twin-models', { assetId }], 'GET /api/assets/:id/models', {
    params: { id: assetId },
  });

/** The direct children of an asset, or the top level. Pages are loaded on demand. */
export const useChildren = (parent: number | null, enabled = true) =>
  useInfiniteQuery({
    enabled,
    queryKey: ['assets', { parent }],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      callList<typeof listAssetChildren>('GET /api/assets/children', {
        query: { 'page-number': pageParam, 'page-size': branchSize, ...(parent === null ? {} : { parent }) },
        signal,
      }),
    getNextPageParam: (last, pages) =>
      pages.length * branchSize < last.total ? pages.length + 1 : undefined,
  });

export const useAsset = (assetId: number | null) =>
  useApiQuery<typeof getAsset>(
    ['assets', { assetId }],
    'GET /api/assets/:id',
    { params: { id: assetId ?? 0 } },
    { enabled: assetId !== null },
  );

const showAssets = ['assets', 'twins', 'search'] as const;

export type SavedAsset = NewAsset & { version: number | null };

/** Creates an asset, or updates the one with an id. */
export const useSaveAsset = (assetId: number | null) =>
  useMutation({
    mutationFn: ({ version, ...asset }: SavedAsset) =>
      assetId === null
        ? call<typeof createAsset>('POST /api/assets', { body: asset })
        : call<typeof updateAsset>('PUT /api/assets/:id', {
            params: { id: assetId },
            body: { ...asset, version } as AssetChange,
          }),
    meta: {
      saves: ({ id }: AssetDetail) => ['assets', { assetId: id }],
      renews: showAssets,
      renewsOnFailure: true,
      undo: ({ id }: AssetDetail) => (assetId === null ? () => removeAsset(id) : null),
    },
  });

/** Moves an asset below another, or to the top level. */
export const useMoveAsset = () =>
  useMutation({
    mutationFn: ({ asset, parentId }: { asset: PlacedAsset; parentId: number | null }) =>
      move(asset, parentId),
    meta: {
      says: 'The asset was moved.',
      saves: ({ id }: AssetDetail) => ['assets', { assetId: id }],
      renews: showAssets,
      undo:
        ({ id, version }: AssetDetail, { asset: { parentId } }: { asset: PlacedAsset }) =>
        () =>
          move({ id, version }, parentId),
    },
  });

type PlacedAsset = Pick<AssetDetail, 'id' | 'version' | 'parentId'>;

const move = ({ id, version }: Pick<AssetDetail, 'id' | 'version'>, parentId: number | null) =>
  call<typeof moveAsset>('PUT /api/assets/:id/parent', { params: { id }, body: { parentId, version } });

const removeAsset = (id: number) => call<typeof deleteAsset>('DELETE /api/assets/:id', { params: { id } });

export const useDeleteAsset = (assetId: number) =>
  useMutation({
    mutationFn: () => removeAsset(assetId),
    meta: { deletes: { assetId }, renews: showAssets },
  });
