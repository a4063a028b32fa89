import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type {
  checkWorkImport,
  downloadWorkTemplate,
  listWorkImportRows,
  runWorkImport,
  WorkImportAction,
} from '@twinward/contracts/work-import';
import { call, callList, send } from '../../../app/http.ts';
import { saveFile } from '../../../app/save-file.ts';

export const rowsPerPage = 25;

/** Sends a file to be checked; its times are in a zone unless they name one. */
export const useCheckFile = (timeZone: string) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('timeZone', timeZone);
      body.append('file', file, file.name);
      return call<typeof checkWorkImport>('POST /api/work/imports', { body });
    },
  });

/** Starts the import of a file that was checked. */
export const useRunImport = (commandId: string) =>
  useMutation({
    mutationFn: () =>
      call<typeof runWorkImport>('POST /api/work/imports/:commandId/run', { params: { commandId } }),
  });

/** What became, or would become, of the rows of a file. */
export const useImportRows = (commandId: string, action: WorkImportAction | null, page: number) =>
  useQuery({
    queryKey: ['work', { importRows: commandId, action, page }],
    queryFn: ({ signal }) =>
      callList<typeof listWorkImportRows>('POST /api/work/imports/:commandId/rows/filters', {
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
  saveFile(await send<typeof downloadWorkTemplate>('GET /api/work/imports/template'), 'work.xlsx');
