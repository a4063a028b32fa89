import { expect, it } from 'vitest';
import { quietAfter } from './quiet.ts';

it('the quiet period is three times the longest expected interval', () => {
  expect(quietAfter(['PT10S', 'PT1M', 'PT30S'])).toBe(180_000);
});

it('the quiet period is null if no input has an expected interval', () => {
  expect(quietAfter([])).toBeNull();
  expect(quietAfter(['PT0S'])).toBeNull();
});
