import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startThread } from './threads.ts';

test('runs a TypeScript source file with its worker data', async () => {
  const thread = startThread('testing/echo-thread', { text: 'one' });
  expect(await once(thread, 'message')).toEqual(['one']);
  thread.postMessage('two');
  expect(await once(thread, 'message')).toEqual(['two']);
  await thread.terminate();
});
