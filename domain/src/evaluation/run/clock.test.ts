import { describe, expect, test } from 'vitest';
import { nextTurn } from './clock.ts';

const NEVER = Number.POSITIVE_INFINITY;

describe('the next time at which a comparison of intervals changes', () => {
  const rising = (time: number) => time - 1000;

  test.each([
    ['>', 1001],
    ['>=', 1000],
    ['<', 1000],
    ['<=', 1001],
    ['==', 1000],
    ['!=', 1000],
  ] as const)('is at the limit or 1 ms later for an increasing difference and %s', (operator, at) => {
    expect(nextTurn(operator, rising, 0, NEVER)).toBe(at);
  });

  test('is 1 ms later or never if both sides are equal', () => {
    expect(nextTurn('==', rising, 1000, NEVER)).toBe(1001);
    expect(nextTurn('>=', rising, 1000, NEVER)).toBe(NEVER);
    expect(nextTurn('>', rising, 1000, NEVER)).toBe(1001);
  });

  test('handles decreasing, constant and unknown differences, and the end of the range', () => {
    expect(nextTurn('>', (time) => 1000 - time, 0, NEVER)).toBe(1000);
    expect(nextTurn('>', () => 5, 0, NEVER)).toBe(NEVER);
    expect(nextTurn('>', () => Number.NaN, 0, NEVER)).toBe(NEVER);
    expect(nextTurn('>', rising, 0, 1000)).toBe(NEVER);
    expect(nextTurn('>', rising, 0, 1001)).toBe(1001);
  });

  test('is found if the difference is never exactly zero', () => {
    const thirds = (time: number) => time / 3 - 1000.5;
    expect(nextTurn('==', thirds, 0, NEVER)).toBe(NEVER);
    expect(nextTurn('>', thirds, 0, NEVER)).toBe(3002);
  });

  test('is found ten years ahead', () => {
    const start = Date.UTC(2024, 0, 1);
    const decade = 3650 * 86_400_000;
    expect(nextTurn('>', (time) => time - start - decade, start, NEVER)).toBe(start + decade + 1);
  });
});
