import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  getMailSettings,
  listMail,
  MailSettingsChange,
  sendTestMail,
  setMailSettings,
} from '@twinward/contracts/system/mail';
import { call, callList } from '../../../shared/api/http.ts';

export const pageSize = 50;

/** The outbox, a page of it; asked again while mails may still be on their way. */
export const useMails = (body: ListBody, page: number) =>
  useQuery({
    queryKey: ['mails', { body, page }],
    queryFn: ({ signal }) =>
      callList<typeof listMail>('POST /api/mail/filters', {
        query: { 'page-number': page, 'page-size': pageSize },
        body,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const useMailSettings = () =>
  useQuery({
    queryKey: ['mail-settings', {}],
    queryFn: ({ signal }) => call<typeof getMailSettings>('GET /api/settings/system/mail', { signal }),
  });

export function useSaveMailSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MailSettingsChange) =>
      call<typeof setMailSettings>('POST /api/settings/system/mail', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['mail-settings', {}], saved),
  });
}

/** Whether the mail server took a mail to that address, and what it said. */
export const useSendTestMail = () =>
  useMutation({
    mutationFn: (to: string) =>
      call<typeof sendTestMail>('POST /api/settings/system/mail/test', { body: { to } }),
  });
