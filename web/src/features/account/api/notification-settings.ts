import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  getNotificationSettings,
  NotificationSettings,
  setNotificationSettings,
} from '@twinward/contracts/advisories/notification';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import type { Key } from '../../../shared/api/query-client.ts';

const key: Key = ['notification-settings', {}];

export const useNotificationSettings = () =>
  useApiQuery<typeof getNotificationSettings>(key, 'GET /api/settings/notification');

/** Taken at once, and taken back if it cannot be kept. */
export function useSetNotificationSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) =>
      call<typeof setNotificationSettings>('POST /api/settings/notification', { body }),
    onMutate: (body) => {
      void queryClient.cancelQueries({ queryKey: key });
      const before = queryClient.getQueryData(key);
      queryClient.setQueryData(key, body);
      return before;
    },
    onError: (_, __, before) => queryClient.setQueryData(key, before),
  });
}
