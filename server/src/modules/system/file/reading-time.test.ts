import { expect, test } from 'vitest';
import { ReadingTime, readingTimeLimit } from './reading-time.ts';

const minute = 60_000;

test('the time limit grows with the file, up to an hour', () => {
  expect(readingTimeLimit(0)).toBe(2 * minute);
  expect(readingTimeLimit(60 * 1024 ** 2)).toBe(4 * minute);
  expect(readingTimeLimit(8 * 1024 ** 3)).toBe(60 * minute);
});

test('the time between two reads does not count towards the limit', async () => {
  let now = 0;
  async function* source(): AsyncGenerator<number> {
    for (let item = 0; item < 5; item++) {
      now += 1000;
      yield item;
    }
  }
  const items: number[] = [];
  for await (const item of new ReadingTime(0, () => now).limit(source())) {
    items.push(item);
    now += 10 * minute;
  }
  expect(items).toEqual([0, 1, 2, 3, 4]);
});
