import { expect, it } from 'vitest';
import { type CalculatedTag, calculations } from './dependencies.ts';

function tag(name: string, text: string): CalculatedTag {
  const inputs = new Map(['Mean', 'Sum', 'Rate', 'Load'].map((alias) => [alias, alias.toLowerCase()]));
  return { id: name.toLowerCase(), name, text, inputs };
}

it('orders calculated tags by the aliases that they use', () => {
  const { graph, cycles } = calculations([tag('Sum', '[Mean] + [Load]'), tag('Mean', '[Load] // [Sum]')]);
  expect(graph.order).toEqual(['mean', 'sum']);
  expect(cycles.size).toBe(0);
});

it('reports a cycle for each of its tags, with its path, at the alias where the path starts', () => {
  const { cycles } = calculations([
    tag('Mean', '[Load] +\n [Sum]'),
    tag('Sum', '2 * [Mean]'),
    tag('Rate', '[Mean]'),
  ]);
  expect([...cycles]).toEqual([
    [
      'mean',
      {
        code: 'cycle',
        message: 'Calculated tags depend on each other in a cycle: [Mean] -> [Sum] -> [Mean].',
        from: { line: 2, column: 2 },
        to: { line: 2, column: 7 },
      },
    ],
    [
      'sum',
      {
        code: 'cycle',
        message: 'Calculated tags depend on each other in a cycle: [Sum] -> [Mean] -> [Sum].',
        from: { line: 1, column: 5 },
        to: { line: 1, column: 11 },
      },
    ],
  ]);
});

it('finds a tag that depends on itself', () => {
  const { cycles } = calculations([tag('Mean', '[Mean] + 1')]);
  expect(cycles.get('mean')?.message).toBe(
    'Calculated tags depend on each other in a cycle: [Mean] -> [Mean].',
  );
});
