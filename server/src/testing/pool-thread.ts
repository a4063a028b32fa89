import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { lowerPriority } from '../platform/threads/priority.ts';
import { threadWork } from '../platform/threads/thread-work.ts';

/** What a test has a thread of a pool do. */
export type PoolWork =
  | { do: 'answer'; value: unknown /** Milliseconds. */; loading?: number }
  | { do: 'fail' | 'fill' | 'spin' | 'lower priority' };

export default threadWork(run, async (work: PoolWork) => {
  if (work.do === 'answer' && work.loading !== undefined) await setTimeout(work.loading);
});

async function run(work: PoolWork): Promise<unknown> {
  if (work.do === 'answer') return work.value;
  if (work.do === 'lower priority') {
    lowerPriority();
    return getPriority();
  }
  if (work.do === 'fail') throw new Error('it failed');
  const kept: object[] = [];
  for (;;) if (work.do === 'fill') kept.push(new Array(1000).fill(kept.length));
}
