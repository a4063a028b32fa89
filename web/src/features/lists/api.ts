import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { ListImportRow } from '@twinward/contracts/system/list-import';
import type {
  createValueList,
  deleteValueList,
  EditedList,
  exportValueList,
  getEditedList,
  listValueLists,
  replaceListItem,
  updateValueList,
} from '@twinward/contracts/system/value-list';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { call, send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { type RowImport, rowImportCalls } from '../../shared/import/row-import.ts';

export const pageSize = 100;

export const useLists = (body: ListBody, page: number) =>
  useApiPage<typeof listValueLists>(['value-lists', { body, page }], 'POST /api/lists/filters', {
    page,
    pageSize,
    body,
  });

export const useEditedList = (name: string) =>
  useApiQuery<typeof getEditedList>(['value-lists', { name }], 'GET /api/lists/:name', { params: { name } });

const effects = {
  saves: ({ name }: EditedList) => ['value-lists', { name }] as const,
  renews: ['value-lists'] as const,
};

export const useCreateList = () =>
  useApiMutation<typeof createValueList>('POST /api/lists', {
    ...effects,
    undo:
      ({ id }) =>
      () =>
        removeList(id),
  });

/** Saves a list with all of its items. */
export const useUpdateList = (id: number) =>
  useApiMutation<typeof updateValueList>('PUT /api/lists/:id', { params: { id }, ...effects });

const removeList = (id: number) => call<typeof deleteValueList>('DELETE /api/lists/:id', { params: { id } });

export const useDeleteList = ({ id, name }: { id: number; name: string }) =>
  useMutation({
    mutationFn: () => removeList(id),
    meta: { deletes: { name }, renews: ['value-lists'] },
  });

/** Replaces an item wherever it is used. Records of any type may change. */
export const useReplaceItem = (id: number) =>
  useApiMutation<typeof replaceListItem, { itemId: number; by: number; version: number }>(
    'POST /api/lists/:id/items/:itemId/replace',
    {
      toCall: ({ itemId, by, version }) => ({ params: { id, itemId }, body: { by, version } }),
      ...effects,
      renews: 'all' as const,
    },
  );

export const exportList = async ({ id, name }: { id: number; name: string }): Promise<void> =>
  saveFile(
    await send<typeof exportValueList>('GET /api/lists/:id/export', { params: { id } }),
    `${name}.xlsx`,
  );

/** The import of items of a list. */
export const listImport = (listId: number): RowImport<ListImportRow> => ({
  type: 'import-list',
  records: 'items',
  nouns: ['item', 'items'],
  hint: 'An Excel workbook (.xlsx) or csv with one row per item. Items that are not in the file are not changed. The file is checked first. Nothing is imported until you confirm.',
  columns: [
    { id: 'category', header: 'Category', width: '22%', wide: true, cell: (row) => row.category || '–' },
    { id: 'caption', header: 'Caption', width: '30%', cell: (row) => row.caption || '–' },
  ],
  renews: 'value-lists',
  ...rowImportCalls('/api/lists/imports', 'list.xlsx', () => ({ listId: String(listId) })),
});
