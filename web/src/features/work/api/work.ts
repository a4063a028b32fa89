import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  createWork,
  deleteWork,
  exportWork,
  listWork,
  NewWork,
  totalWork,
  updateWork,
  Work,
} from '@twinward/contracts/assets/work';
import type { ListBody } from '@twinward/contracts/core/list';
import type { ListFormat } from '@twinward/contracts/core/list-export';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';

export const pageSize = 50;

/** A page of work. */
export const useWork = (body: ListBody, page: number, enabled: boolean) =>
  useApiPage<typeof listWork>(
    ['work', { list: body, page }],
    'POST /api/work/filters',
    { page, pageSize, body },
    { enabled },
  );

/** Totals over all pages of a list of work. */
export const useWorkTotals = ({ filters }: ListBody, enabled: boolean) =>
  useApiQuery<typeof totalWork>(
    ['work', { totals: filters }],
    'POST /api/work/totals',
    { body: { filters } },
    { placeholderData: keepPreviousData, enabled },
  );

/** The editable fields of work. */
export type WorkEntry = Omit<
  Work,
  'id' | 'tagName' | 'twinId' | 'tagAliasId' | 'source' | 'version' | 'fields'
> &
  Pick<NewWork, 'fields'>;

export interface SavedWork {
  entry: WorkEntry;
  /** The record to change; null for a new one. */
  of: { id: number; version: number } | null;
}

/** Creates work, or updates an existing version. */
export const useSaveWork = () =>
  useMutation({
    mutationFn: ({ entry, of }: SavedWork) => {
      if (of === null) return call<typeof createWork>('POST /api/work', { body: entry });
      const { tagId: _, ...fields } = entry;
      return call<typeof updateWork>('PUT /api/work/:id', {
        params: { id: of.id },
        body: { ...fields, version: of.version },
      });
    },
    meta: {
      renews: ['work'],
      renewsOnFailure: true,
      undo: ({ id }: Work, { of }: SavedWork) => (of === null ? () => removeWork(id) : null),
    },
  });

const removeWork = (id: number) => call<typeof deleteWork>('DELETE /api/work/:id', { params: { id } });

export const useDeleteWork = (id: number) =>
  useMutation({
    mutationFn: () => removeWork(id),
    meta: { says: 'Deleted.', renews: ['work'] },
  });

/** Downloads all pages of a list of work as a file. @property fileName without extension */
export const useExportWork = () =>
  useMutation({
    mutationFn: async ({
      body,
      fileName,
      format,
    }: {
      body: ListBody;
      fileName: string;
      format: ListFormat;
    }) =>
      saveFile(
        await send<typeof exportWork>('POST /api/work/export', { query: { format }, body }),
        `${fileName}.${format}`,
      ),
  });
