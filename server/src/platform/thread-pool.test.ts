import { afterEach, expect, test } from 'vitest';
import type { PoolWork } from '../testing/pool-thread.ts';
import { OutOfMemory, ThreadPool } from './thread-pool.ts';

const pool = new ThreadPool({
  name: 'testing/pool-thread',
  threads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 64 },
});
const run = (work: PoolWork, signal?: AbortSignal) => pool.run(work, signal ? { signal } : {});
const answer = () => run({ do: 'answer', value: [1, 'two'] });

afterEach(() => pool.close());

test('answers what the thread answers, and throws what it throws', async () => {
  expect(await answer()).toEqual([1, 'two']);
  await expect(run({ do: 'fail' })).rejects.toThrow('it failed');
  expect(await answer()).toEqual([1, 'two']);
});

test('work that is aborted ends, though it never yields, and what waits behind it runs', async () => {
  await answer();
  const stopping = new AbortController();
  const spinning = run({ do: 'spin' }, stopping.signal);
  const waiting = answer();
  stopping.abort();
  await expect(spinning).rejects.toThrow('The task has been aborted');
  expect(await waiting).toEqual([1, 'two']);
});

test('work that needs too much memory ends, and the pool and the process live', async () => {
  await expect(run({ do: 'fill' })).rejects.toBeInstanceOf(OutOfMemory);
  expect(await answer()).toEqual([1, 'two']);
});
