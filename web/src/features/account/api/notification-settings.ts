import type {
  getNotificationSettings,
  NotificationSettings,
  setNotificationSettings,
} from '@twinward/contracts/advisories/notification';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import { useOptimisticSave } from '../../../shared/api/mutation-effects.ts';
import type { Key } from '../../../shared/api/query-key.ts';

const key: Key = ['notification-settings', {}];

export const useNotificationSettings = () =>
  useApiQuery<typeof getNotificationSettings>(key, 'GET /api/settings/notification');

/** An optimistic update, rolled back if it can't be saved. */
export const useSetNotificationSettings = () =>
  useOptimisticSave(key, (body: NotificationSettings) =>
    call<typeof setNotificationSettings>('POST /api/settings/notification', { body }),
  );
