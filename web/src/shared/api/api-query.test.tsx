import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { listWebhookMessages } from '@twinward/contracts/connections/webhook';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page as pageOf, serve } from '../../testing/show.tsx';
import { useApiPage } from './api-query.ts';
import { createQueryClient } from './query-client.ts';

it('reads a page, and shows it until the next one is loaded', async () => {
  const asked = serve({
    'POST /api/webhooks/7/messages/filters': ({ query }) =>
      pageOf([{ id: Number(query.get('page-number')) }], 9),
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(
    ({ page }) =>
      useApiPage<typeof listWebhookMessages>(
        ['webhooks', { id: 7, page }],
        'POST /api/webhooks/:id/messages/filters',
        { page, pageSize: 5, params: { id: 7 }, body: { filters: [], sorts: [] } },
      ),
    { initialProps: { page: 1 }, wrapper },
  );
  const ids = () => result.current.data?.records.map(({ id }) => id);
  await waitFor(() => expect(ids()).toEqual([1]));
  rerender({ page: 2 });
  expect([ids(), result.current.isPlaceholderData]).toEqual([[1], true]);
  await waitFor(() => expect(ids()).toEqual([2]));
  expect(result.current.data?.total).toBe(9);
  expect(asked.map(({ query }) => String(query))).toEqual([
    'page-number=1&page-size=5',
    'page-number=2&page-size=5',
  ]);
});
