import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DependencyGraph } from './graph.ts';

function graph(needs: Record<string, string[]>) {
  return new DependencyGraph(new Map(Object.entries(needs)));
}

describe('DependencyGraph', () => {
  it('orders everything after its dependencies', () => {
    expect(graph({ c: ['b', 'a'], b: ['a'], a: ['raw'] }).order).toEqual(['a', 'b', 'c']);
  });

  it('finds each cycle and its shortest path', () => {
    const found = graph({ a: ['b'], b: ['c', 'a'], c: ['a'], d: ['a'], e: ['e'] });
    expect(found.cycles).toEqual([['a', 'b', 'c'], ['e']]);
    expect(found.cycleThrough('a')).toEqual(['a', 'b', 'a']);
    expect(found.cycleThrough('c')).toEqual(['c', 'a', 'b', 'c']);
    expect(found.cycleThrough('e')).toEqual(['e', 'e']);
    expect(found.cycleThrough('d')).toBeNull();
  });

  it('handles a chain of any length', () => {
    const needs = new Map(
      Array.from({ length: 50_000 }, (_, index) => [`${index}`, [`${index + 1}`]] as const),
    );
    expect(new DependencyGraph(needs).order.at(-1)).toBe('0');
  });

  it('has no cycle and a valid order if edges only point backwards', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 }), (edges) => {
        const needs = new Map(edges.map((inputs, id) => [`${id}`, inputs.filter((i) => i < id).map(String)]));
        const { order, cycles } = new DependencyGraph(needs);
        expect(cycles).toEqual([]);
        expect(order.toSorted()).toEqual([...needs.keys()].toSorted());
        for (const [id, inputs] of needs) {
          for (const input of inputs) expect(order.indexOf(input)).toBeLessThan(order.indexOf(id));
        }
      }),
    );
  });
});
