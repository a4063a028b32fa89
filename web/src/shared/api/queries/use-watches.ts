import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addSubscription,
  addWatch,
  listSubscriptions,
  listWatches,
  removeSubscription,
  removeWatch,
} from '@twinward/contracts/advisories/watch';
import type { getWatchlistSort, setWatchlistSort, WatchlistSort } from '@twinward/contracts/system/setting';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

/** The twins on the user's watchlist, in the chosen order. */
export const useWatches = (enabled = true) =>
  useApiQuery<typeof listWatches>(['watches', {}], 'GET /api/twins/watches', {}, { enabled });

/** Ids of the twins whose notifications the user receives. */
export const useSubscriptions = (enabled = true) =>
  useApiQuery<typeof listSubscriptions>(
    ['subscriptions', {}],
    'GET /api/twins/subscriptions',
    {},
    { enabled },
  );

/** Adds a twin to the watchlist, or removes it. */
export const useSetWatch = (twinId: number) =>
  useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call<typeof addWatch>('POST /api/twins/watches/:id', { params: { id: twinId } })
        : call<typeof removeWatch>('DELETE /api/twins/watches/:id', { params: { id: twinId } }),
    meta: { says: null, renews: ['watches'], renewsOnFailure: true },
  });

/** Subscribes to the notifications of a twin, or unsubscribes. */
export const useSetSubscription = (twinId: number) =>
  useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call<typeof addSubscription>('POST /api/twins/subscriptions/:id', { params: { id: twinId } })
        : call<typeof removeSubscription>('DELETE /api/twins/subscriptions/:id', { params: { id: twinId } }),
    meta: { says: null, renews: ['subscriptions'], renewsOnFailure: true },
  });

export const useWatchlistSort = (enabled = true) =>
  useApiQuery<typeof getWatchlistSort>(
    ['watchlist-sort', {}],
    'GET /api/settings/user/watchlistsort',
    {},
    { enabled },
  );

/** Saves the sort order of the user's watchlist. */
export function useSetWatchlistSort() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (value: WatchlistSort['value']) =>
      call<typeof setWatchlistSort>('POST /api/settings/user/watchlistsort', { body: { value } }),
    onMutate: (value) => queryClient.setQueryData(['watchlist-sort', {}], { value }),
    meta: { says: null, renews: ['watchlist-sort', 'watches'], renewsOnFailure: true },
  });
}
