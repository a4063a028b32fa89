import type {
  getMailDelivery,
  MailDelivery,
  setMailDelivery,
} from '@twinward/contracts/advisories/mail-delivery';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import { useOptimisticSave } from '../../../shared/api/mutation-effects.ts';
import type { Key } from '../../../shared/api/query-key.ts';

const key: Key = ['notification-settings', { part: 'mails' }];

export const useMailDelivery = () =>
  useApiQuery<typeof getMailDelivery>(key, 'GET /api/settings/notification/mails');

/** An optimistic update, rolled back if it can't be saved. */
export const useSetMailDelivery = () =>
  useOptimisticSave(key, (body: MailDelivery) =>
    call<typeof setMailDelivery>('POST /api/settings/notification/mails', { body }),
  );
