import { threadWork } from '../platform/threads/thread-work.ts';

/** What a test has a thread of a pool do. */
export type PoolWork = { do: 'answer'; value: unknown } | { do: 'fail' } | { do: 'fill' } | { do: 'spin' };

export default threadWork(async (work: PoolWork): Promise<unknown> => {
  if (work.do === 'answer') return work.value;
  if (work.do === 'fail') throw new Error('it failed');
  const kept: object[] = [];
  for (;;) if (work.do === 'fill') kept.push(new Array(1000).fill(kept.length));
});
