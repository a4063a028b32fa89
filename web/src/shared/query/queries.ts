import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  addQueryFavorite,
  getQuery,
  listQueries,
  listQueryRows,
  listQueryTypes,
  removeQueryFavorite,
  runQuery,
} from '@twinward/contracts/questions/query';
import type { ParameterValues } from '@twinward/contracts/questions/query-definition';
import type { ResultValue } from '@twinward/contracts/questions/query-result';
import { useApiMutation } from '../api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';

/** Calls of saved queries used by several features. */

/** The types available to queries, with their fields and relations. */
export const useQueryTypes = () =>
  useApiQuery<typeof listQueryTypes>(['query-types', {}], 'GET /api/queries/types');

export const queryPageSize = 50;

export const useQueryList = (body: ListBody, page = 1, pageSize = queryPageSize, enabled = true) =>
  useApiPage<typeof listQueries>(
    ['queries', { body, page, pageSize }],
    'POST /api/queries/filters',
    { page, pageSize, body },
    { enabled },
  );

export const useSavedQuery = (queryId: number) =>
  useApiQuery<typeof getQuery>(['queries', { queryId }], 'GET /api/queries/:id', { params: { id: queryId } });

/** The result of a saved query. The previous result stays until the next arrives. */
export const useQueryResult = (queryId: number, parameters: ParameterValues, enabled = true) =>
  useApiQuery<typeof runQuery>(
    ['query-results', { queryId, parameters }],
    'POST /api/queries/:id/run',
    { params: { id: queryId }, body: { parameters } },
    { placeholderData: keepPreviousData, enabled },
  );

/** Runs a saved query now, bypassing the cached result of the last 30 s. */
export const useRunAgain = (queryId: number, parameters: ParameterValues) =>
  useApiMutation<typeof runQuery, void>('POST /api/queries/:id/run', {
    toCall: () => ({ params: { id: queryId }, body: { parameters, fresh: true } }),
    says: null,
    saves: ['query-results', { queryId, parameters }],
  });

/** The group values of a mark, by column; the id for a reference. */
export type MarkValues = Record<string, ResultValue>;

export const rowsPageSize = 50;

/** The records behind a mark of a saved query. */
export const useQueryRows = (queryId: number, parameters: ParameterValues, mark: MarkValues, page: number) =>
  useApiQuery<typeof listQueryRows>(
    ['query-results', { queryId, parameters, mark, page }],
    'POST /api/queries/:id/rows',
    {
      params: { id: queryId },
      query: { 'page-number': String(page), 'page-size': String(rowsPageSize) },
      body: { parameters, mark },
    },
    { placeholderData: keepPreviousData },
  );

export const useSetFavorite = () =>
  useMutation({
    mutationFn: ({ id, isFavorite }: { id: number; isFavorite: boolean }) =>
      isFavorite
        ? call<typeof addQueryFavorite>('PUT /api/queries/:id/favorite', { params: { id } })
        : call<typeof removeQueryFavorite>('DELETE /api/queries/:id/favorite', { params: { id } }),
    meta: { says: null, renews: ['queries'] },
  });
