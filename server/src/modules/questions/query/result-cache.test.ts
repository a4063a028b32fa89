import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { expect, it } from 'vitest';
import { ResultCache, runLifetime } from './result-cache.ts';

const createResult = (milliseconds: number): QueryResult => ({
  columns: [],
  rows: [],
  total: 0,
  truncated: false,
  ranAt: '',
  milliseconds,
  notes: [],
});

it('runs equal queries once within 30 s of the start', async () => {
  let now = 0;
  let runs = 0;
  const cache = new ResultCache(() => now);
  const get = (maximumAge = runLifetime) => cache.get('a', maximumAge, async () => createResult(++runs));
  const [first, second] = await Promise.all([get(), get(0)]);
  expect([first.milliseconds, second.milliseconds]).toEqual([1, 1]);
  now = 29_999;
  expect((await get()).milliseconds).toBe(1);
  expect((await get(0)).milliseconds).toBe(2);
  now = 59_999;
  expect((await get()).milliseconds).toBe(3);
  now = 64_998;
  expect((await get(5000)).milliseconds).toBe(3);
  now = 64_999;
  expect((await get(5000)).milliseconds).toBe(4);
});

it('does not cache failures', async () => {
  const cache = new ResultCache();
  await expect(cache.get('a', runLifetime, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect((await cache.get('a', runLifetime, async () => createResult(7))).milliseconds).toBe(7);
});

it('removes the oldest results if the results are too large', async () => {
  const cache = new ResultCache();
  const large: QueryResult = {
    ...createResult(1),
    columns: Array.from({ length: 100 }, (_, i) => ({ key: `c${i}`, caption: '', kind: 'number' as const })),
    rows: Array.from({ length: 9000 }, () => []),
  };
  let runs = 0;
  const get = (key: string) =>
    cache.get(key, runLifetime, async () => {
      runs += 1;
      return large;
    });
  for (const key of ['a', 'b', 'c']) await get(key);
  await get('c');
  expect(runs).toBe(3);
  await get('a');
  expect(runs).toBe(4);
});
