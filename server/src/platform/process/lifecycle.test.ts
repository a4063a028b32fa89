import { expect, test } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { createLogger } from './log.ts';

test('closes the parts once, in reverse order, even if one of them fails', async () => {
  const lines: string[] = [];
  const closed: string[] = [];
  const lifecycle = createLifecycle(createLogger('error', { write: (line) => void lines.push(line) }));
  lifecycle.add('the database', { close: async () => void closed.push('database') });
  lifecycle.add('the lock', { close: () => Promise.reject(new Error('lost')) });
  lifecycle.add('the work', { close: () => new Promise(() => undefined) }, 10);
  lifecycle.add('the web side', { close: async () => void closed.push('web') });
  expect(lifecycle.stopping).toBe(false);
  const stopped = lifecycle.stop();
  expect(lifecycle.stopping).toBe(true);
  await Promise.all([stopped, lifecycle.stop()]);
  expect(closed).toEqual(['web', 'database']);
  const msg = 'a part did not close in order';
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg, part: 'the work', err: { message: 'closing the work took longer than 0.01 s' } },
    { msg, part: 'the lock', err: { message: 'lost' } },
  ]);
});
