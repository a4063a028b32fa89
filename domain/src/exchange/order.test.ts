import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderByNeeds } from './order.ts';

const order = (...needs: number[][]) => orderByNeeds(needs.length, (node) => needs[node]!);

describe('orderByNeeds', () => {
  it('puts each node after its dependencies, and otherwise keeps the order', () => {
    expect(order([2], [], [1])).toEqual({ order: [1, 2, 0], cycle: null });
  });

  it('ignores a dependency on itself, and accepts duplicate dependencies', () => {
    expect(order([0, 1, 1], [])).toEqual({ order: [1, 0], cycle: null });
  });

  it('returns a cycle, even if the first blocked node is not part of it', () => {
    expect(order([1], [2], [3], [1], [])).toEqual({ order: [4], cycle: [1, 2, 3, 1] });
  });

  it('orders any graph without cycles', () => {
    const graphs = fc.array(fc.array(fc.nat(50), { maxLength: 5 }), { maxLength: 50 });
    fc.assert(
      fc.property(graphs, (drawn) => {
        // Each node depends only on nodes after it in the given order.
        const needs = drawn.map((own, at) => own.filter((i) => i > at && i < drawn.length));
        const { order: found, cycle } = order(...needs);
        expect(cycle).toBeNull();
        expect(found).toHaveLength(needs.length);
        const place = new Map(found.map((node, at) => [node, at]));
        for (const [node, own] of needs.entries())
          for (const need of own) expect(place.get(need)).toBeLessThan(place.get(node)!);
      }),
    );
  });
});
