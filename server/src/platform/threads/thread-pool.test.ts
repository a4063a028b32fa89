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

test('returns the result of the thread, and throws its errors', async () => {
  expect(await answer()).toEqual([1, 'two']);
  await expect(run({ do: 'fail' })).rejects.toThrow('it failed');
  expect(await answer()).toEqual([1, 'two']);
});

test('aborted work ends even if it never yields, and the next work runs', async () => {
  await answer();
  const stopping = new AbortController();
  const spinning = run({ do: 'spin' }, { signal: stopping.signal });
  const waiting = answer();
  stopping.abort();
  await expect(spinning).rejects.toThrow('The task has been aborted');
  expect(await waiting).toEqual([1, 'two']);
});

test('work past its time limit ends, and the pool continues', async () => {
  await expect(run({ do: 'spin' }, { milliseconds: 50 })).rejects.toBeInstanceOf(OutOfTime);
  expect(await answer()).toEqual([1, 'two']);
});

test('what work needs is loaded before its time limit begins', async () => {
  const slow: PoolWork = { do: 'answer', value: 'loaded', loading: 600 };
  expect(await run(slow, { milliseconds: 500 })).toBe('loaded');
});

test('work past its memory limit ends, and the pool and the process continue', async () => {
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
