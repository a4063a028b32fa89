import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type {
  AssetImportAction,
  checkAssetImport,
  downloadAssetImportRows,
  downloadAssetTemplate,
  listAssetImportRows,
  runAssetImport,
} from '@twinward/contracts/asset-import';
import { call, callList, send } from '../../../app/http.ts';
import { saveFile } from '../../../app/save-file.ts';

export const rowsPerPage = 25;

/** Sends a file to be checked. */
export const useCheckFile = () =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file, file.name);
      return call<typeof checkAssetImport>('POST /api/assets/imports', { body });
    },
  });

/** Starts the import of a file that was checked. */
export const useRunImport = (commandId: string) =>
  useMutation({
    mutationFn: () =>
      call<typeof runAssetImport>('POST /api/assets/imports/:commandId/run', { params: { commandId } }),
  });

/** What became, or would become, of the rows of a file. */
export const useImportRows = (commandId: string, action: AssetImportAction | null, page: number) =>
  useQuery({
    queryKey: ['asset-import-rows', { commandId, action, page }],
    queryFn: ({ signal }) =>
      callList<typeof listAssetImportRows>('POST /api/assets/imports/:commandId/rows/filters', {
        params: { commandId },
        query: { 'page-number': page, 'page-size': rowsPerPage },
        body: {
          filters:
            action === null ? [] : [{ field: 'Action', operator: 'EqualTo', value: action, dataType: 'C' }],
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const downloadTemplate = async (): Promise<void> =>
  saveFile(await send<typeof downloadAssetTemplate>('GET /api/assets/imports/template'), 'assets.xlsx');

export const downloadRows = async (commandId: string, fileName: string): Promise<void> =>
  saveFile(
    await send<typeof downloadAssetImportRows>('GET /api/assets/imports/:commandId/rows.csv', {
      params: { commandId },
    }),
    `${fileName.replace(/\.[^.]*$/, '')} result.csv`,
  );
