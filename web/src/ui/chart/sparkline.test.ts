import { describe, expect, it } from 'vitest';
import { sparkPath } from './sparkline.tsx';

describe('the path of a sparkline', () => {
  it('runs from edge to edge, with the greatest value at the top', () => {
    expect(sparkPath([0, 5, 10], [0, 10, 5])).toBe('M1.0 23.0h1L48.0 1.0L95.0 12.0');
  });
  it('has gaps at missing values', () => {
    expect(sparkPath([0, 1, 2], [1, null, 3])).toBe('M1.0 23.0h1M95.0 1.0h1');
  });
  it('is a line in the middle for a constant, and empty without values', () => {
    expect(sparkPath([0, 10], [7, 7])).toBe('M1.0 12.0h1L95.0 12.0');
    expect(sparkPath([3], [7])).toBe('M48.0 12.0h1');
    expect(sparkPath([], [])).toBe('');
    expect(sparkPath([1], [null])).toBe('');
  });
});
