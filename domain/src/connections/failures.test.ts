import { expect, it } from 'vitest';
import { isFinal, retryDelay } from './failures.ts';

it.each([
  ['signIn', true],
  ['untrusted', true],
  ['refused', true],
  ['unreachable', false],
  ['busy', false],
  ['protocol', false],
] as const)('a failure of kind %s is not retried: %s', (kind, expected) => {
  expect(isFinal(kind)).toBe(expected);
});

it.each([
  [1, 1_000, 2_000],
  [2, 2_000, 4_000],
  [5, 16_000, 32_000],
  [6, 30_000, 60_000],
  [1_000, 30_000, 60_000],
])('after %i failures the retry waits between %i and %i ms', (failures, least, most) => {
  expect(retryDelay(failures, null, () => 0)).toBe(least);
  expect(retryDelay(failures, null, () => 1)).toBe(most);
});

it('the retry waits as long as the system requests, up to an hour', () => {
  expect(retryDelay(1, 90_000, () => 1)).toBe(90_000);
  expect(retryDelay(1, 100, () => 1)).toBe(2_000);
  expect(retryDelay(1, 1e9, () => 1)).toBe(3_600_000);
});
