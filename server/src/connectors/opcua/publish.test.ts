import { expect, it, onTestFinished, vi } from 'vitest';
import type { LiveSink } from '../connector.ts';
import type { Session } from './client.ts';
import { publish, type Subscription } from './publish.ts';

it('ends if a server is silent ten seconds longer than allowed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const subscription: Subscription = {
    id: 1,
    silence: 5_000,
    sources: ['a'],
    nextNumber: null,
    publishedAt: 0,
  };
  const session = { ask: () => new Promise(() => {}) } as unknown as Session;
  let failure: unknown = null;
  publish(session, ['a'], [subscription], {} as LiveSink).catch((error) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(failure).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failure).toMatchObject({ kind: 'unreachable', message: 'The server stopped sending.' });
});
