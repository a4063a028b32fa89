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
export function useSetWatch(twinId: number) {
  const params = { id: twinId };
  const add = () => call<typeof addWatch>('POST /api/twins/watches/:id', { params });
  const remove = () => call<typeof removeWatch>('DELETE /api/twins/watches/:id', { params });
  return useMutation({
    mutationFn: (on: boolean) => (on ? add() : remove()),
    meta: {
      says: (_: unknown, on: boolean) => (on ? null : 'Removed from the watchlist.'),
      renews: ['watches'],
      renewsOnFailure: true,
      undo: () => add,
    },
  });
}

/** Subscribes to the notifications of a twin, or unsubscribes. */
export function useSetSubscription(twinId: number) {
  const params = { id: twinId };
  const add = () => call<typeof addSubscription>('POST /api/twins/subscriptions/:id', { params });
  const remove = () => call<typeof removeSubscription>('DELETE /api/twins/subscriptions/:id', { params });
  return useMutation({
    mutationFn: (on: boolean) => (on ? add() : remove()),
    meta: {
      says: (_: unknown, on: boolean) => (on ? null : 'Unsubscribed.'),
      renews: ['subscriptions'],
      renewsOnFailure: true,
      undo: () => add,
    },
  });
}

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
