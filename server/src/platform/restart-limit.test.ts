import { expect, test } from 'vitest';
import { createRestartLimit } from './restart-limit.ts';

test('lets five restarts through a minute, and more once time has passed', () => {
  let now = 0;
  const mayRestart = createRestartLimit(5, () => now);
  expect(Array.from({ length: 6 }, () => mayRestart())).toEqual([true, true, true, true, true, false]);
  now = 60_000;
  expect(mayRestart()).toBe(true);
});
