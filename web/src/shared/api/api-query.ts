import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RouteContract, RouteKey, RouteResponse } from '@twinward/contracts/core/route';
import { type CallOptions, call, callList, type Options, type RoutePage } from './http.ts';
import type { Key } from './query-key.ts';

interface ApiQuery<Answer> {
  queryKey: Key;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}
type QueryOptions<Answer> = Omit<UseQueryOptions<Answer, Error, Answer, Key>, 'queryKey' | 'queryFn'>;
type PagedRoute = RouteContract & { paged: true };

const withSignal = <R extends RouteContract>(options: unknown, signal: AbortSignal): Options<R> =>
  [{ ...(options as object | undefined), signal }] as unknown as Options<R>;

/** Query options of a call: for `useQueries`, or if `select` changes the answer. */
export const apiQuery = <R extends RouteContract>(
  queryKey: Key,
  route: RouteKey<R>,
  ...[options]: Options<R>
): ApiQuery<RouteResponse<R>> => ({
  queryKey,
  queryFn: ({ signal }) => call<R>(route, ...withSignal<R>(options, signal)),
});

/** Like `apiQuery`, for a list call, which returns a page. */
export const apiListQuery = <R extends PagedRoute>(
  queryKey: Key,
  route: RouteKey<R>,
  ...[options]: Options<R>
): ApiQuery<RoutePage<R>> => ({
  queryKey,
  queryFn: ({ signal }) => callList<R>(route, ...withSignal<R>(options, signal)),
});

/** Reads a call: `useApiQuery<typeof getTwin>(['twins', { twinId }], 'GET /api/twins/:id', { params: { id } })`. */
export const useApiQuery = <R extends RouteContract>(
  key: Key,
  route: RouteKey<R>,
  ...[options, query]: Options<R, [QueryOptions<RouteResponse<R>>]>
): UseQueryResult<RouteResponse<R>> =>
  useQuery({ ...apiQuery<R>(key, route, ...([options] as Options<R>)), ...query });

/** Reads a page of a list call. */
export const useApiListQuery = <R extends PagedRoute>(
  key: Key,
  route: RouteKey<R>,
  ...[options, query]: Options<R, [QueryOptions<RoutePage<R>>]>
): UseQueryResult<RoutePage<R>> =>
  useQuery({ ...apiListQuery<R>(key, route, ...([options] as Options<R>)), ...query });

/** Reads the page of a list call that a list shows. The previous page stays until the next one is loaded. */
export function useApiPage<R extends PagedRoute>(
  key: Key,
  route: RouteKey<R>,
  { page, pageSize, ...options }: CallOptions<R> & { page: number; pageSize: number },
  rest?: QueryOptions<RoutePage<R>>,
): UseQueryResult<RoutePage<R>> {
  const { query } = options as { query?: object };
  const paged = { ...options, query: { 'page-number': page, 'page-size': pageSize, ...query } };
  return useQuery({
    ...apiListQuery<R>(key, route, ...([paged] as unknown as Options<R>)),
    placeholderData: keepPreviousData,
    ...rest,
  });
}
