import { getPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { PoolWork } from '../../testing/pool-thread.ts';
import { OutOfMemory, OutOfTime, type RunOptions, ThreadPool } from './thread-pool.ts';

const pool = new ThreadPool({
  name: 'testing/pool-thread',
  threads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 64 },
});
const run = (work: PoolWork, options?: RunOptions) => pool.run(work, options);
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
  const spinning = run({ do: 'spin' }, { signal: stopping.signal });
  const waiting = answer();
  stopping.abort();
  await expect(spinning).rejects.toThrow('The task has been aborted');
  expect(await waiting).toEqual([1, 'two']);
});

test('work that takes longer than it may ends, and the pool goes on', async () => {
  await expect(run({ do: 'spin' }, { milliseconds: 50 })).rejects.toBeInstanceOf(OutOfTime);
  expect(await answer()).toEqual([1, 'two']);
});

test('work that needs too much memory ends, and the pool and the process live', async () => {
  await expect(run({ do: 'fill' })).rejects.toBeInstanceOf(OutOfMemory);
  expect(await answer()).toEqual([1, 'two']);
});

test.runIf(process.platform === 'linux')(
  'a thread lowers its own priority, not that of the process',
  async () => {
    const before = getPriority();
    expect(await run({ do: 'lower priority' })).toBe(Math.min(19, before + 5));
    expect(getPriority()).toBe(before);
  },
);
