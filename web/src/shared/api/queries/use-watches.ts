import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  addSubscription,
  addWatch,
  listSubscriptions,
  listWatches,
  removeSubscription,
  removeWatch,
} from '@twinward/contracts/advisories/watch';
import type { getWatchlistSort, setWatchlistSort, WatchlistSort } from '@twinward/contracts/system/setting';
import { call } from '../http.ts';

/** The twins that the user watches, in the order that they chose. */
export const useWatches = (enabled = true) =>
  useQuery({
    queryKey: ['watches', {}],
    queryFn: ({ signal }) => call<typeof listWatches>('GET /api/twins/watches', { signal }),
    enabled,
  });

/** Ids of the twins that the user has subscribed to. */
export const useSubscriptions = (enabled = true) =>
  useQuery({
    queryKey: ['subscriptions', {}],
    queryFn: ({ signal }) => call<typeof listSubscriptions>('GET /api/twins/subscriptions', { signal }),
    enabled,
  });

/** Watches a twin, or no more. */
export function useSetWatch(twinId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call<typeof addWatch>('POST /api/twins/watches/:id', { params: { id: twinId } })
        : call<typeof removeWatch>('DELETE /api/twins/watches/:id', { params: { id: twinId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['watches', {}] }),
  });
}

/** Subscribes to a twin, or no more. */
export function useSetSubscription(twinId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call<typeof addSubscription>('POST /api/twins/subscriptions/:id', { params: { id: twinId } })
        : call<typeof removeSubscription>('DELETE /api/twins/subscriptions/:id', { params: { id: twinId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['subscriptions', {}] }),
  });
}

export const useWatchlistSort = (enabled = true) =>
  useQuery({
    queryKey: ['watchlist-sort', {}],
    queryFn: ({ signal }) =>
      call<typeof getWatchlistSort>('GET /api/settings/user/watchlistsort', { signal }),
    enabled,
  });

/** Chooses the order of the watchlist; kept for the user. */
export function useSetWatchlistSort() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (value: WatchlistSort['value']) =>
      call<typeof setWatchlistSort>('POST /api/settings/user/watchlistsort', { body: { value } }),
    onMutate: (value) => queryClient.setQueryData(['watchlist-sort', {}], { value }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['watchlist-sort', {}] }),
        queryClient.invalidateQueries({ queryKey: ['watches', {}] }),
      ]),
  });
}
