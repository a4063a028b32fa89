import { useMutation } from '@tanstack/react-query';
import type {
  createWebhook,
  createWebhookSecret,
  deleteWebhook,
  getWebhook,
  listWebhookMessages,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  sendWebhookMessage,
  testWebhook,
  updateWebhook,
  WebhookChange,
} from '@twinward/contracts/connections/webhook';
import type { ListBody } from '@twinward/contracts/core/list';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export const useWebhooks = (body: ListBody, page: number) =>
  useApiPage<typeof listWebhooks>(['webhooks', { body, page }], 'POST /api/webhooks/filters', {
    page,
    pageSize,
    body,
  });

export const useWebhook = (id: number) =>
  useApiQuery<typeof getWebhook>(['webhooks', { id }], 'GET /api/webhooks/:id', { params: { id } });

export const useMessages = (id: number, body: ListBody, page: number) =>
  useApiPage<typeof listWebhookMessages>(
    ['webhooks', { messages: id, body, page }],
    'POST /api/webhooks/:id/messages/filters',
    { page, pageSize, params: { id }, body },
  );

const renews = { renews: ['webhooks'] } as const;

export const useCreateWebhook = () =>
  useApiMutation<typeof createWebhook>('POST /api/webhooks', {
    ...renews,
    undo:
      ({ id }) =>
      () =>
        removeWebhook(id),
  });

export const useUpdateWebhook = () =>
  useApiMutation<typeof updateWebhook, WebhookChange & { id: number }>('PUT /api/webhooks/:id', {
    toCall: ({ id, ...body }) => ({ params: { id }, body }),
    ...renews,
  });

const removeWebhook = (id: number) =>
  call<typeof deleteWebhook>('DELETE /api/webhooks/:id', { params: { id } });

export const useDeleteWebhook = (id: number) =>
  useMutation({
    mutationFn: () => removeWebhook(id),
    meta: { ...renews, says: 'Deleted.' },
  });

export function useSetPaused(id: number) {
  const setPaused = (isPaused: boolean) =>
    isPaused
      ? call<typeof pauseWebhook>('POST /api/webhooks/:id/pause', { params: { id } })
      : call<typeof resumeWebhook>('POST /api/webhooks/:id/resume', { params: { id } });
  return useMutation({
    mutationFn: setPaused,
    meta: { ...renews, undo: (_: unknown, isPaused: boolean) => () => setPaused(!isPaused) },
  });
}

export const useCreateSecret = (id: number) =>
  useApiMutation<typeof createWebhookSecret>('POST /api/webhooks/:id/secret', {
    params: { id },
    ...renews,
    says: null,
  });

export const useTestWebhook = (id: number) =>
  useApiMutation<typeof testWebhook>('POST /api/webhooks/:id/test', {
    params: { id },
    ...renews,
    says: null,
  });

export const useSendMessage = (id: number) =>
  useApiMutation<typeof sendWebhookMessage, number>('POST /api/webhooks/:id/messages/:messageId/send', {
    toCall: (messageId) => ({ params: { id, messageId } }),
    ...renews,
    says: null,
  });
