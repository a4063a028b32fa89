import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  CreatedWebhook,
  createWebhook,
  createWebhookSecret,
  deleteWebhook,
  getWebhook,
  listWebhookMessages,
  listWebhooks,
  NewWebhookSecret,
  pauseWebhook,
  resumeWebhook,
  sendWebhookMessage,
  testWebhook,
  updateWebhook,
  WebhookChange,
} from '@twinward/contracts/connections/webhook';
import type { ListBody } from '@twinward/contracts/core/list';
import { useApiListQuery, useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export const useWebhooks = (body: ListBody, page: number) =>
  useApiListQuery<typeof listWebhooks>(
    ['webhooks', { body, page }],
    'POST /api/webhooks/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData },
  );

export const useWebhook = (id: number) =>
  useApiQuery<typeof getWebhook>(['webhooks', { id }], 'GET /api/webhooks/:id', { params: { id } });

export const useMessages = (id: number, body: ListBody, page: number) =>
  useApiListQuery<typeof listWebhookMessages>(
    ['webhooks', { messages: id, body, page }],
    'POST /api/webhooks/:id/messages/filters',
    { params: { id }, query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData },
  );

const renews = { renews: ['webhooks'] } as const;

export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: WebhookChange) => call<typeof createWebhook>('POST /api/webhooks', { body }),
    meta: {
      ...renews,
      undo:
        ({ id }: CreatedWebhook) =>
        () =>
          removeWebhook(id),
    },
  });

export const useUpdateWebhook = () =>
  useMutation({
    mutationFn: ({ id, ...body }: WebhookChange & { id: number }) =>
      call<typeof updateWebhook>('PUT /api/webhooks/:id', { params: { id }, body }),
    meta: renews,
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
  useMutation({
    mutationFn: (body: NewWebhookSecret) =>
      call<typeof createWebhookSecret>('POST /api/webhooks/:id/secret', { params: { id }, body }),
    meta: { ...renews, says: null },
  });

export const useTestWebhook = (id: number) =>
  useMutation({
    mutationFn: () => call<typeof testWebhook>('POST /api/webhooks/:id/test', { params: { id } }),
    meta: { ...renews, says: null },
  });

export const useSendMessage = (id: number) =>
  useMutation({
    mutationFn: (messageId: number) =>
      call<typeof sendWebhookMessage>('POST /api/webhooks/:id/messages/:messageId/send', {
        params: { id, messageId },
      }),
    meta: { ...renews, says: null },
  });
