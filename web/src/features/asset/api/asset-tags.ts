import { useMutation } from '@tanstack/react-query';
import type { ListBody, Sort } from '@twinward/contracts/core/list';
import type { listTags } from '@twinward/contracts/signals/tag';
import type { exportTags } from '@twinward/contracts/signals/tag-import';
import { useApiPage } from '../../../shared/api/api-query.ts';
import { contains, equals } from '../../../shared/api/filters.ts';
import { send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';

export const tagPageSize = 50;

/** The request for the list of an asset's tags. */
export const assetTagsBody = (assetId: number, search: string | undefined, sort: Sort): ListBody => ({
  filters: [...equals('AssetId', assetId), ...contains(['Name', 'Caption'], search)],
  sorts: [sort],
});

/** A page of an asset's tags. */
export const useAssetTags = (assetId: number, body: ListBody, page: number) =>
  useApiPage<typeof listTags>(['tags', { assetId, list: body, page }], 'POST /api/tags/filters', {
    page,
    pageSize: tagPageSize,
    body,
  });

/** Downloads all pages of the list of an asset's tags as a workbook. */
export const useExportAssetTags = () =>
  useMutation({
    mutationFn: async (body: ListBody) =>
      saveFile(await send<typeof exportTags>('POST /api/tags/export', { body }), 'tags.xlsx'),
  });
