import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startThread } from '../threads/threads.ts';
import { withSmallHeap } from './small-heap.ts';

/**
 * Measures in a separate thread, whose heap starts empty.
 * @returns the largest size of the heap in MB
 */
async function churn(): Promise<number> {
  const thread = startThread('testing/churn-thread', undefined);
  try {
    const [largest] = await once(thread, 'message');
    return largest as number;
  } finally {
    await thread.terminate();
  }
}

it('returns the result of the work, or its error', async () => {
  expect(await withSmallHeap(async () => 7)).toBe(7);
  await expect(withSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('keeps the heap smaller, even if work begins within other work', async () => {
  const small = await withSmallHeap(() => withSmallHeap(churn));
  expect(small).toBeLessThan(0.8 * (await churn()));
});
