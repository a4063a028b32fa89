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

/** The twins that the user watches, in the order that they chose. */
export const useWatches = (enabled = true) =>
  useApiQuery<typeof listWatches>(['watches', {}], 'GET /api/twins/watches', {}, { enabled });

/** Ids of the twins that the user has subscribed to. */
export const useSubscriptions = (enabled = true) =>
  useApiQuery<typeof listSubscriptions>(
    ['subscriptions', {}],
    'GET /api/twins/subscriptions',
    {},
    { enabled },
  );

/** Watches a twin, or no more. */
export const useSetWatch = (twinId: number) =>
  useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call<typeof addWatch>('POST /api/twins/watches/:id', { params: { id: twinId } })
        : call<typeof removeWatch>('DELETE /api/twins/watches/:id', { params: { id: twinId } }),
    meta: { renews: ['watches'], renewsOnFailure: true },
  });

/** Subscribes to a twin, or no more. */
export const useSetSubscription = (twinId: number) =>
  useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call<typeof addSubscription>('POST /api/twins/subscriptions/:id', { params: { id: twinId } })
        : call<typeof removeSubscription>('DELETE /api/twins/subscriptions/:id', { params: { id: twinId } }),
    meta: { renews: ['subscriptions'], renewsOnFailure: true },
  });

export const useWatchlistSort = (enabled = true) =>
  useApiQuery<typeof getWatchlistSort>(
    ['watchlist-sort', {}],
    'GET /api/settings/user/watchlistsort',
    {},
    { enabled },
  );

/** Chooses the order of the watchlist; kept for the user. */
export function useSetWatchlistSort() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (value: WatchlistSort['value']) =>
      call<typeof setWatchlistSort>('POST /api/settings/user/watchlistsort', { body: { value } }),
    onMutate: (value) => queryClient.setQueryData(['watchlist-sort', {}], { value }),
    meta: { renews: ['watchlist-sort', 'watches'], renewsOnFailure: true },
  });
}
