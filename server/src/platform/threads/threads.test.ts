import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startThread } from './threads.ts';

test('runs a file of the sources, in TypeScript, with what it is given', async () => {
  const thread = startThread('testing/echo-thread', { text: 'one' });
  expect(await once(thread, 'message')).toEqual(['one']);
  thread.postMessage('two');
  expect(await once(thread, 'message')).toEqual(['two']);
  await thread.terminate();
});
