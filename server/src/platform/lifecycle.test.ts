import { expect, test } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { createLogger } from './log.ts';

test('ends the parts in the opposite order, once, and all of them when one fails', async () => {
  const lines: string[] = [];
  const ended: string[] = [];
  const lifecycle = createLifecycle(createLogger('error', { write: (line) => void lines.push(line) }));
  lifecycle.add({ close: async () => void ended.push('database') });
  lifecycle.add({ close: () => Promise.reject(new Error('stuck')) });
  lifecycle.add({ close: async () => void ended.push('web') });
  expect(lifecycle.stopping).toBe(false);
  const stopped = lifecycle.stop();
  expect(lifecycle.stopping).toBe(true);
  await Promise.all([stopped, lifecycle.stop()]);
  expect(ended).toEqual(['web', 'database']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a part did not end in order', err: { message: 'stuck' } },
  ]);
});
