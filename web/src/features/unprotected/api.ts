import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { ListBody, Page } from '@twinward/contracts/core/list';
import type {
  exportFailureModes,
  FailureModeCoverage,
  getFailureModeCoverage,
  ListedFailureMode,
  listFailureModes,
} from '@twinward/contracts/twins/failure-mode-list';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';

export const pageSize = 100;

/** A page of the failure modes of the plant. */
export const useListedFailureModes = (
  body: ListBody,
  page: number,
): UseQueryResult<Page<ListedFailureMode>> =>
  useApiPage<typeof listFailureModes>(
    ['failure-modes', { list: body, page }],
    'POST /api/failure-modes/filters',
    { page, pageSize, body },
  );

/** The part of the plant's risk that active protections cover. */
export const useFailureModeCoverage = (): UseQueryResult<FailureModeCoverage> =>
  useApiQuery<typeof getFailureModeCoverage>(
    ['failure-modes', { coverage: true }],
    'GET /api/failure-modes/coverage',
  );

/** Downloads all pages of a list of failure modes as a workbook. */
export const useExportFailureModes = () =>
  useMutation({
    mutationFn: async (body: ListBody) =>
      saveFile(
        await send<typeof exportFailureModes>('POST /api/failure-modes/export', { body }),
        'Unprotected failure modes.xlsx',
      ),
  });
