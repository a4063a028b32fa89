import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderByNeeds } from './order.ts';

const node = (id: string, ...needs: string[]) => ({ id, needs });

describe('orderByNeeds', () => {
  it('puts each behind what it needs, else keeps the order', () => {
    expect(orderByNeeds([node('a', 'c'), node('b'), node('c', 'b')])).toEqual({
      order: ['b', 'c', 'a'],
      cycle: null,
    });
  });

  it('ignores needs that no node has, its own, and those named twice', () => {
    expect(orderByNeeds([node('a', 'a', 'x', 'b', 'b'), node('b')])).toEqual({
      order: ['b', 'a'],
      cycle: null,
    });
  });

  it('names a cycle, also where the first that is stuck is outside of it', () => {
    expect(orderByNeeds([node('a', 'b'), node('b', 'c'), node('c', 'd'), node('d', 'b'), node('e')])).toEqual(
      { order: ['e'], cycle: ['b', 'c', 'd', 'b'] },
    );
  });

  it('orders any graph without cycles', () => {
    const graphs = fc.array(fc.array(fc.nat(50), { maxLength: 5 }), { maxLength: 50 });
    fc.assert(
      fc.property(graphs, (needs) => {
        // Each needs only nodes behind it in the given order.
        const nodes = needs.map((own, at) => node(`${at}`, ...own.filter((i) => i > at).map(String)));
        const { order, cycle } = orderByNeeds(nodes);
        expect(cycle).toBeNull();
        expect(order).toHaveLength(nodes.length);
        const place = new Map(order.map((id, at) => [id, at]));
        for (const { id, needs: own } of nodes)
          for (const need of own) if (place.has(need)) expect(place.get(need)).toBeLessThan(place.get(id)!);
      }),
    );
  });
});
