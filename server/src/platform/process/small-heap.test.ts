import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { withSmallHeap } from './small-heap.ts';

const mebibyte = 1024 * 1024;

/** Makes many small objects that live for a while, and keeps the last of them. @returns the most that the heap took, in MB */
async function churn(): Promise<number> {
  const kept: unknown[][] = [];
  let most = 0;
  for (let round = 0; round < 400; round++) {
    kept.push(Array.from({ length: 5_000 }, (_, i) => ({ round, i, text: `${round}.${i}` })));
    if (kept.length > 60) kept.shift();
    most = Math.max(most, getHeapStatistics().total_heap_size / mebibyte);
    await null;
  }
  return most;
}

it('gives the result of the work, or its error', async () => {
  expect(await withSmallHeap(async () => 7)).toBe(7);
  await expect(withSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('keeps the heap smaller, also where work begins within other work', async () => {
  const small = await withSmallHeap(() => withSmallHeap(churn));
  expect(small).toBeLessThan(0.8 * (await churn()));
});
