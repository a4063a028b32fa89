import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Actor } from '../actor.ts';
import { shareLookups } from './shared-lookups.ts';

const one = { databaseName: 'plant', sessionId: 'one' };

test('calls that arrive together share a lookup; other sessions have their own', async () => {
  const authenticate = vi.fn(async ({ sessionId }) => ({ userName: sessionId }) as Actor);
  const shared = shareLookups(authenticate);
  const [first, second, other] = await Promise.all([
    shared(one),
    shared({ ...one }),
    shared({ ...one, sessionId: 'two' }),
  ]);
  expect(second).toBe(first);
  expect(other?.userName).toBe('two');
  expect(authenticate).toHaveBeenCalledTimes(2);
});

test('a call does not join a lookup that has begun: its session may have ended since', async () => {
  let isOpen = true;
  let finish: () => void = () => undefined;
  const shared = shareLookups(async () => {
    const actor = isOpen ? ({} as Actor) : null;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return actor;
  });
  const before = shared(one);
  await setImmediate();
  await setImmediate();
  const finishFirst = finish;
  isOpen = false;
  const after = shared(one);
  await setImmediate();
  await setImmediate();
  finishFirst();
  finish();
  expect(await before).not.toBeNull();
  expect(await after).toBeNull();
});

test('a failed lookup fails for the calls that shared it, and not for later ones', async () => {
  const authenticate = vi.fn(async (): Promise<Actor | null> => null);
  authenticate.mockRejectedValueOnce(new Error('no connection'));
  const shared = shareLookups(authenticate);
  const failed = await Promise.allSettled([shared(one), shared(one)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared(one)).toBeNull();
});
