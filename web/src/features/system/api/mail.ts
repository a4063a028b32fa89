import { useQuery } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  getMailPicture,
  getMailSettings,
  listMail,
  sendTestMail,
  setMailSettings,
} from '@twinward/contracts/system/mail';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { send } from '../../../shared/api/http.ts';

export const pageSize = 50;

/** A page of the outbox. Polled while mails may be pending. */
export const useMails = (body: ListBody, page: number) =>
  useApiPage<typeof listMail>(
    ['mails', { body, page }],
    'POST /api/mail/filters',
    { page, pageSize, body },
    { refetchInterval: 30_000 },
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
  useApiMutation<typeof setMailSettings>('POST /api/settings/system/mail', { saves: ['mail-settings', {}] });

/** The result of a test mail: whether the mail server accepted it, and its response. */
export const useSendTestMail = () =>
  useApiMutation<typeof sendTestMail, string>('POST /api/settings/system/mail/test', {
    toCall: (to) => ({ body: { to } }),
  });
