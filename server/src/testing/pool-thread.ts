import { getPriority } from 'node:os';
import { lowerPriority } from '../platform/threads/priority.ts';
import { threadWork } from '../platform/threads/thread-work.ts';

/** What a test has a thread of a pool do. */
export type PoolWork = { do: 'answer'; value: unknown } | { do: 'fail' | 'fill' | 'spin' | 'lower priority' };

export default threadWork(async (work: PoolWork): Promise<unknown> => {
  if (work.do === 'answer') return work.value;
  if (work.do === 'lower priority') {
    lowerPriority();
    return getPriority();
  }
  if (work.do === 'fail') throw new Error('it failed');
  const kept: object[] = [];
  for (;;) if (work.do === 'fill') kept.push(new Array(1000).fill(kept.length));
});
