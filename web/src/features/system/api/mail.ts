import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  getMailSettings,
  listMail,
  MailSettingsChange,
  sendTestMail,
  setMailSettings,
} from '@twinward/contracts/system/mail';
import { useApiListQuery, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const pageSize = 50;

/** A page of the outbox; polled while mails may be pending. */
export const useMails = (body: ListBody, page: number) =>
  useApiListQuery<typeof listMail>(
    ['mails', { body, page }],
    'POST /api/mail/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );

export const useMailSettings = () =>
  useApiQuery<typeof getMailSettings>(['mail-settings', {}], 'GET /api/settings/system/mail');

export const useSaveMailSettings = () =>
  useMutation({
    mutationFn: (body: MailSettingsChange) =>
      call<typeof setMailSettings>('POST /api/settings/system/mail', { body }),
    meta: { saves: ['mail-settings', {}] },
  });

/** The result of a test mail: whether the mail server accepted it, and its response. */
export const useSendTestMail = () =>
  useMutation({
    mutationFn: (to: string) =>
      call<typeof sendTestMail>('POST /api/settings/system/mail/test', { body: { to } }),
  });
