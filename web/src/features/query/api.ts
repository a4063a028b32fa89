import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  copyQuery,
  createQuery,
  deleteQuery,
  downloadQueryExport,
  exportQuery,
  listDefinitionRows,
  listQueryFolders,
  listQueryUses,
  listQueryVersions,
  NewQuery,
  Query,
  restoreQueryVersion,
  runDefinition,
  updateQuery,
} from '@twinward/contracts/questions/query';
import type { ParameterValues, QueryDefinition } from '@twinward/contracts/questions/query-definition';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../shared/api/api-query.ts';
import { call, send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { type MarkValues, rowsPageSize } from '../../shared/query/queries.ts';

const effects = {
  saves: ({ id }: Query) => ['queries', { queryId: id }] as const,
  renews: ['queries', 'query-results'] as const,
};

export const createNewQuery = (body: NewQuery) => call<typeof createQuery>('POST /api/queries', { body });

export const useSaveQuery = () =>
  useMutation({
    mutationFn: ({ body, base }: SavedQuery) => (base === null ? createNewQuery(body) : change(base, body)),
    meta: {
      ...effects,
      undo: ({ id }: Query, { base }: SavedQuery) => (base === null ? () => remove(id) : null),
    },
  });

interface SavedQuery {
  body: NewQuery;
  /** The query to change; null for a new one. */
  base: Query | null;
}

const change = ({ id, version }: Query, body: NewQuery) =>
  call<typeof updateQuery>('PUT /api/queries/:id', { params: { id }, body: { ...body, version } });

export const useCopyQuery = (id: number) =>
  useApiMutation<typeof copyQuery, string>('POST /api/queries/:id/copy', {
    toCall: (name) => ({ params: { id }, body: { name } }),
    ...effects,
    undo:
      ({ id: copyId }) =>
      () =>
        remove(copyId),
  });

const remove = (id: number) => call<typeof deleteQuery>('DELETE /api/queries/:id', { params: { id } });

export const useDeleteQuery = (id: number) =>
  useMutation({
    mutationFn: () => remove(id),
    meta: { deletes: { queryId: id }, renews: ['queries'] },
  });

export const useFolders = () =>
  useApiQuery<typeof listQueryFolders>(['queries', { folders: true }], 'GET /api/queries/folders');

export const useVersions = (queryId: number) =>
  useApiQuery<typeof listQueryVersions>(
    ['queries', { queryId, versions: true }],
    'GET /api/queries/:id/versions',
    { params: { id: queryId } },
  );

export const useRestoreVersion = (query: Query) =>
  useMutation({
    mutationFn: (savedVersion: number) => restore(query, savedVersion),
    meta: {
      ...effects,
      renewsOnFailure: true,
      // Undo restores the previous version.
      undo: (restored: Query) => () => restore(restored, restored.version - 1),
    },
  });

const restore = ({ id, version }: Query, savedVersion: number) =>
  call<typeof restoreQueryVersion>('POST /api/queries/:id/versions/:savedVersion/restore', {
    params: { id, savedVersion },
    body: { version },
  });

export const useUses = (queryId: number) =>
  useApiQuery<typeof listQueryUses>(['queries', { queryId, uses: true }], 'GET /api/queries/:id/uses', {
    params: { id: queryId },
  });

export type ExportFormat = 'csv' | 'xlsx';

/** Starts a command that writes the export file. */
export const useExportQuery = (id: number) =>
  useApiMutation<typeof exportQuery, { parameters: ParameterValues; format: ExportFormat }>(
    'POST /api/queries/:id/export',
    { toCall: ({ parameters, format }) => ({ params: { id }, body: { parameters, format } }) },
  );

export const useDownloadExport = () =>
  useMutation({
    mutationFn: async ({ commandId, fileName }: { commandId: string; fileName: string }) =>
      saveFile(
        await send<typeof downloadQueryExport>('GET /api/queries/exports/:commandId', {
          params: { commandId },
        }),
        fileName,
      ),
  });

/** The result of an edited definition; null if it is incomplete. The previous result stays until the next arrives. */
export const usePreview = (definition: QueryDefinition | null, parameters: ParameterValues) =>
  useApiQuery<typeof runDefinition>(
    ['query-results', { definition, parameters }],
    'POST /api/queries/run',
    { body: { definition: definition!, parameters } },
    { enabled: definition !== null, placeholderData: keepPreviousData, retry: false },
  );

/** The records behind a mark of an edited definition. */
export const usePreviewRows = (
  definition: QueryDefinition,
  parameters: ParameterValues,
  mark: MarkValues,
  page: number,
) =>
  useApiQuery<typeof listDefinitionRows>(
    ['query-results', { definition, parameters, mark, page }],
    'POST /api/queries/rows',
    {
      query: { 'page-number': String(page), 'page-size': String(rowsPageSize) },
      body: { definition, parameters, mark },
    },
    { placeholderData: keepPreviousData },
  );
