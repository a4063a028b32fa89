import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  getMailPicture,
  getMailSettings,
  listMail,
  MailSettingsChange,
  sendTestMail,
  setMailSettings,
} from '@twinward/contracts/system/mail';
import { useApiListQuery, useApiQuery } from '../../../shared/api/api-query.ts';
import { call, send } from '../../../shared/api/http.ts';

export const pageSize = 50;

/** A page of the outbox. Polled while mails may be pending. */
export const useMails = (body: ListBody, page: number) =>
  useApiListQuery<typeof listMail>(
    ['mails', { body, page }],
    'POST /api/mail/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );

/** A picture of a mail, as a data URL. */
export const useMailPicture = (mailId: number, name: string) =>
  useQuery({
    queryKey: ['mail-pictures', { mailId, name }],
    queryFn: async ({ signal }) => {
      const answer = await send<typeof getMailPicture>('GET /api/mail/:id/pictures/:name', {
        params: { id: mailId, name },
        signal,
      });
      return dataUrl(await answer.blob());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

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
