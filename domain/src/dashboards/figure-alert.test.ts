import { describe, expect, it } from 'vitest';
import { isCrossed } from './figure-alert.ts';

const computeStates = (limit: Parameters<typeof isCrossed>[0], values: (number | null)[]): boolean[] => {
  let state = false;
  return values.map((value) => {
    state = isCrossed(limit, value, state);
    return state;
  });
};

describe('the alert of a figure', () => {
  it('is active from above the limit until the figure reaches the release value', () => {
    const limit = { direction: 'above', limit: 10, release: 8 } as const;
    expect(computeStates(limit, [9, 10, 10.1, 9, null, 8.1, 8, 9, 11])).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('is active from below the limit until the figure returns to the limit without a release value', () => {
    const limit = { direction: 'below', limit: -5, release: null } as const;
    expect(computeStates(limit, [null, -5, -5.1, null, -5, -4])).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
