import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingAt, itemAt, layoutMap, type MapInput, nextItem } from './layout.ts';

const flat = (weights: number[]): MapInput => ({ weights, group: weights.map(() => 0), parents: [null] });
const readTile = (tiles: Float64Array, at: number) =>
  [...tiles.subarray(4 * at, 4 * at + 4)] as [number, number, number, number];
const computeArea = (tiles: Float64Array, at: number) => readTile(tiles, at)[2] * readTile(tiles, at)[3];

describe('layoutMap', () => {
  it('assigns areas to items in proportion to their weights', () => {
    const { items } = layoutMap(flat([6, 6, 4, 3, 2, 2, 1]), 600, 400);
    for (const [at, weight] of [6, 6, 4, 3, 2, 2, 1].entries())
      expect(computeArea(items, at) / computeArea(items, 6)).toBeCloseTo(weight, 6);
  });

  it('keeps items without a weight visible', () => {
    const { items } = layoutMap(flat([100, 100, 0]), 600, 400);
    expect(computeArea(items, 2) / computeArea(items, 0)).toBeCloseTo(1 / 30, 6);
    expect(computeArea(layoutMap(flat([0, 0]), 600, 400).items, 0)).toBeGreaterThan(100_000);
  });

  it('nests groups below the heading of the outer group', () => {
    const { groups, depth, headings, items } = layoutMap(
      { weights: [1, 1, 2], group: [1, 1, 2], parents: [null, 0, null] },
      800,
      400,
    );
    expect([...depth]).toEqual([0, 1, 0]);
    expect(headings[0]).toBe(18);
    const [outer, inner, item] = [readTile(groups, 0), readTile(groups, 1), readTile(items, 0)];
    expect(inner[1]).toBe(outer[1] + 18);
    expect(item[1]).toBe(inner[1] + 18);
    expect(headingAt({ groups, depth, headings, items }, inner[0] + 1, inner[1] + 1)).toBe(1);
    expect(headingAt({ groups, depth, headings, items }, outer[0] + 1, outer[1] + 1)).toBe(0);
  });

  it('places all items inside the map without overlap', () => {
    const weight = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(weight, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (weights, count) => {
          const parents = Array.from({ length: count }, (_, i) => (i === 0 ? null : i - 1));
          const group = weights.map((_, i) => i % count);
          const { items } = layoutMap({ weights, group, parents }, 640, 360);
          const tiles = weights.map((_, at) => readTile(items, at));
          for (const [x, y, w, h] of tiles) {
            expect(Math.min(x, y, w, h)).toBeGreaterThanOrEqual(0);
            expect([x + w <= 640.001, y + h <= 360.001]).toEqual([true, true]);
          }
          for (const [i, one] of tiles.entries())
            for (const other of tiles.slice(i + 1)) {
              const across = Math.min(one[0] + one[2], other[0] + other[2]) - Math.max(one[0], other[0]);
              const down = Math.min(one[1] + one[3], other[1] + other[3]) - Math.max(one[1], other[1]);
              expect(Math.min(across, down)).toBeLessThan(0.001);
            }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('gives items of almost no weight the same size', () => {
    const { items } = layoutMap(flat([5e-324, 0]), 640, 360);
    expect(readTile(items, 0).slice(2)).toEqual(readTile(items, 1).slice(2));
    expect(readTile(items, 0)[2]).toBeGreaterThan(300);
  });

  it('is empty without space', () => {
    expect([...layoutMap(flat([1, 2]), 0, 300).items]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a twin map', () => {
  const layout = layoutMap(flat([1, 1, 1, 1]), 400, 400);

  it('returns the item at a point', () => {
    for (const at of [0, 1, 2, 3]) {
      const [x, y, w, h] = readTile(layout.items, at);
      expect(itemAt(layout, x + w / 2, y + h / 2)).toBe(at);
    }
    expect(itemAt(layout, -1, 10)).toBeNull();
  });

  it('moves from item to item by direction, and stops at the edge', () => {
    const start = itemAt(layout, 20, 60)!;
    const right = nextItem(layout, start, 'right');
    expect(right).not.toBe(start);
    expect(nextItem(layout, right, 'left')).toBe(start);
    const down = nextItem(layout, start, 'down');
    expect(nextItem(layout, down, 'up')).toBe(start);
    expect(nextItem(layout, start, 'left')).toBe(start);
  });
});
