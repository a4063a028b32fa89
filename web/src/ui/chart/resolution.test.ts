import { describe, expect, it } from 'vitest';
import { choosePoints, earlierPoints } from './resolution.ts';

const day = 86_400_000;
const range = { from: Date.UTC(2014, 1, 7), to: Date.UTC(2014, 1, 8) };

describe('the resolution of a request', () => {
  it('requests at most one bucket per pixel, and more than a third of that', () => {
    for (const pixels of [320, 900, 1400, 2500]) {
      const { from, to, buckets } = choosePoints(range, pixels);
      const step = (to - from) / buckets;
      expect(day / step).toBeLessThanOrEqual(pixels);
      expect(day / step).toBeGreaterThan(pixels / 3);
    }
  });

  it('uses round bucket lengths', () => {
    const { from, to, buckets } = choosePoints(range, 1000);
    expect((to - from) / buckets).toBe(2 * 60_000);
    expect(from % (2 * 60_000)).toBe(0);
  });

  it('covers the range and half of its length on either side', () => {
    const { from, to } = choosePoints(range, 1000);
    expect(from).toBeLessThanOrEqual(range.from - day / 2);
    expect(to).toBeGreaterThanOrEqual(range.to + day / 2);
  });

  it('requests the same buckets after a small move', () => {
    const asked = choosePoints(range, 1000);
    const grid = ((asked.to - asked.from) / asked.buckets) * 256;
    const inner = { from: asked.from + day / 2 + 1, to: asked.from + day / 2 + 1 + day };
    const moved = { from: inner.from + 0.01 * grid, to: inner.to + 0.01 * grid };
    expect(choosePoints(moved, 1000)).toEqual(choosePoints(inner, 1000));
  });

  it('keeps bucket edges on the grid after a large move', () => {
    const asked = choosePoints(range, 1000);
    const later = choosePoints({ from: range.from + 3 * day, to: range.to + 3 * day }, 1000);
    const step = (asked.to - asked.from) / asked.buckets;
    expect((later.from - asked.from) % (step * 256)).toBe(0);
  });

  it('stays within the limits of the server', () => {
    const widest = choosePoints({ from: 0, to: Date.UTC(2101, 0, 1) }, 20_000);
    expect(widest.from).toBe(0);
    expect(widest.to).toBe(Date.UTC(2101, 0, 1));
    expect(widest.buckets).toBeLessThanOrEqual(10_000);
    const closest = choosePoints({ from: range.from, to: range.from + 1000 }, 4000);
    expect((closest.to - closest.from) / closest.buckets).toBe(1);
    expect(closest.buckets).toBeLessThanOrEqual(10_000);
  });

  it('shifts the buckets of a request to earlier times', () => {
    const asked = choosePoints(range, 1000);
    const shift = 3 * day + 7;
    expect(earlierPoints(asked, 0)).toEqual(asked);
    expect(earlierPoints(asked, shift)).toEqual({
      from: asked.from - shift,
      to: asked.to - shift,
      buckets: asked.buckets,
    });
  });

  it('omits buckets before the earliest time', () => {
    const asked = { from: 1000, to: 2000, buckets: 10 };
    expect(earlierPoints(asked, 1150)).toEqual({ from: 50, to: 850, buckets: 8 });
    expect(earlierPoints(asked, 2000)).toBeNull();
  });
});
