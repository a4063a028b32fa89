import { useMutation } from '@tanstack/react-query';
import type {
  downloadPackage,
  getExchange,
  listPackageImports,
  listPackageKeys,
  listPackageRows,
  PackageAction,
  PackageSelection,
  rollBackPackageImport,
  startPackageCheck,
  startPackageExport,
  startPackageImport,
} from '@twinward/contracts/library/package';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { fileForm } from '../../shared/import/row-import.ts';

export const useExchange = () =>
  useApiQuery<typeof getExchange>(['exchange', { kinds: true }], 'GET /api/exchange');

export const keysPerPage = 100;

/** The first keys of a kind that contain a text. */
export const useKeys = (kind: string, text: string) =>
  useApiPage<typeof listPackageKeys>(['exchange', { kind, text }], 'POST /api/exchange/keys', {
    page: 1,
    pageSize: keysPerPage,
    body: { kind, text },
  });

export const useStartExport = () =>
  useApiMutation<typeof startPackageExport, PackageSelection>('POST /api/exchange/exports', {
    toCall: (selection) => ({ body: { selection } }),
  });

export const useDownload = () =>
  useMutation({
    mutationFn: async ({ commandId, fileName }: { commandId: string; fileName: string }) =>
      saveFile(
        await send<typeof downloadPackage>('GET /api/exchange/exports/:commandId', { params: { commandId } }),
        fileName,
      ),
  });

export const useStartCheck = () =>
  useApiMutation<typeof startPackageCheck, File>('POST /api/exchange/checks', {
    toCall: (file) => ({ body: fileForm(file) }),
  });

export const rowsPerPage = 25;

export const useCheckRows = (commandId: string, action: PackageAction | null, page: number) =>
  useApiPage<typeof listPackageRows>(
    ['exchange', { commandId, action, page }],
    'GET /api/exchange/checks/:commandId/rows',
    { page, pageSize: rowsPerPage, params: { commandId }, query: { ...(action === null ? {} : { action }) } },
  );

export interface ImportChoices {
  trust: boolean;
  leaveOutConflicts: boolean;
  leaveOutUsers: boolean;
  startPatterns: boolean;
}

export const useStartImport = (commandId: string) =>
  useApiMutation<typeof startPackageImport>('POST /api/exchange/checks/:commandId/import', {
    params: { commandId },
  });

export const importsPerPage = 10;

export const useImports = (page: number) =>
  useApiPage<typeof listPackageImports>(['exchange', { imports: page }], 'GET /api/exchange/imports', {
    page,
    pageSize: importsPerPage,
  });

export const useRollBack = (id: number) =>
  useApiMutation<typeof rollBackPackageImport>('POST /api/exchange/imports/:id/roll-back', {
    params: { id },
  });
