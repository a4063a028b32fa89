import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type {
  listNotifications,
  markNotification,
  markNotifications,
  Notification,
  removeNotification,
  removeNotifications,
  unreadHeader,
} from '@twinward/contracts/advisories/notification';
import { call, callList, send } from '../../../shared/api/http.ts';

const unreadCount: typeof unreadHeader = 'x-unread-count';
const pageSize = 50;

/** The number of unread notifications. */
export const useUnreadCount = () =>
  useQuery({
    queryKey: ['notifications', { list: 'count' }],
    queryFn: async ({ signal }) => {
      const answer = await send<typeof listNotifications>('GET /api/notifications', {
        query: { 'page-size': 1 },
        signal,
      });
      return Number(answer.headers.get(unreadCount) ?? 0);
    },
  });

/** The user's notifications in pages, latest first; all or only unread ones. */
export const useNotifications = (unread: boolean) =>
  useInfiniteQuery({
    queryKey: ['notifications', { list: unread ? 'unread' : 'all' }],
    queryFn: ({ pageParam, signal }) =>
      callList<typeof listNotifications>('GET /api/notifications', {
        query: { 'page-number': pageParam, 'page-size': pageSize, ...(unread ? { unread: 'true' } : {}) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : null),
  });

/** An action on one notification, and on newer ones that have replaced it. */
type Change = { notification: Notification } & ({ read: boolean } | { remove: true });

export const useChangeNotification = () =>
  useMutation({
    mutationFn: ({ notification: { id, grouping }, ...change }: Change) => {
      const about = { params: { id }, query: grouping === null ? {} : { grouping } };
      return 'remove' in change
        ? call<typeof removeNotification>('DELETE /api/notifications/:id', about)
        : call<typeof markNotification>('PUT /api/notifications/:id', {
            ...about,
            body: { read: change.read },
          });
    },
    meta: { says: null, renews: ['notifications'], renewsOnFailure: true },
  });

/** An action on all notifications: marks them as read, or removes read ones. */
export const useChangeNotifications = () =>
  useMutation({
    mutationFn: (change: 'mark-read' | 'remove-read') =>
      change === 'mark-read'
        ? call<typeof markNotifications>('PUT /api/notifications', { body: { read: true } })
        : call<typeof removeNotifications>('DELETE /api/notifications'),
    meta: { says: null, renews: ['notifications'], renewsOnFailure: true },
  });
