import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { endAllSessions } from '@twinward/contracts/access/user';
import type { readAgain } from '@twinward/contracts/connections/extraction';
import type { setGeneralSettings } from '@twinward/contracts/system/general';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { serve } from '../../testing/show.tsx';
import { useApiMutation } from './api-mutation.ts';
import { createQueryClient } from './query-client.ts';

function show<T>(hook: () => T) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, result: renderHook(hook, { wrapper }).result };
}

it('sends the input as the body, and applies the effects', async () => {
  const saved = { name: 'North' };
  const asked = serve({ 'POST /api/settings/system/general': () => Response.json(saved) });
  const onSuccess = vi.fn();
  const { client, result } = show(() =>
    useApiMutation<typeof setGeneralSettings>('POST /api/settings/system/general', {
      saves: ['general-settings', {}],
      onSuccess,
    }),
  );
  await result.current.mutateAsync({ loginMessage: 'Hello' } as never);
  expect(asked.map(({ body }) => body)).toEqual([{ loginMessage: 'Hello' }]);
  expect(client.getQueryData(['general-settings', {}])).toEqual(saved);
  expect(onSuccess.mock.calls[0]!.slice(0, 2)).toEqual([saved, { loginMessage: 'Hello' }]);
});

it('sends the result of `toCall` for other input', async () => {
  const asked = serve({
    'POST /api/connections/3/extraction/read-again': () => new Response(null, { status: 204 }),
  });
  const { result } = show(() =>
    useApiMutation<typeof readAgain, string>('POST /api/connections/:id/extraction/read-again', {
      toCall: (stream) => ({ params: { id: 3 }, body: { stream } }),
    }),
  );
  await result.current.mutateAsync('work');
  expect(asked.map(({ body }) => body)).toEqual([{ stream: 'work' }]);
});

it('sends no body for a call without one', async () => {
  const asked = serve({ 'POST /api/users/sessions/end': () => Response.json({}) });
  const { result } = show(() => useApiMutation<typeof endAllSessions>('POST /api/users/sessions/end'));
  await result.current.mutateAsync();
  expect(asked).toMatchObject([{ call: 'POST /api/users/sessions/end', body: undefined }]);
});
