import type { Work } from '@twinward/contracts/assets/work';
import { expect, it } from 'vitest';
import { placeWork } from './work-rail.ts';

let id = 0;
const work = (more: Partial<Work>): Work => ({
  id: ++id,
  tagId: 1,
  tagName: 'WORK',
  twinId: null,
  tagAliasId: null,
  number: null,
  name: 'Service',
  description: '',
  kind: 'preventive',
  duration: null,
  cost: null,
  resource: '',
  failureMechanism: null,
  failureCause: null,
  planned: null,
  start: null,
  completed: null,
  lifeCycleState: null,
  source: null,
  fields: {},
  version: 1,
  ...more,
});
const at = (hour: number) => new Date(Date.UTC(2024, 0, 1, hour)).toISOString();

it.each([
  [{ start: at(1), completed: at(5) }, 1, 5, false],
  [{ start: at(1), duration: 'PT2H' }, 1, 3, false],
  [{ start: at(1) }, 1, 1, false],
  [{ completed: at(5), duration: 'PT2H' }, 3, 5, false],
  [{ planned: at(7), duration: 'PT1H' }, 7, 8, true],
  [{ planned: at(7), start: at(9), completed: at(10) }, 9, 10, false],
])('calculates start and end of work with %o', (more, from, to, isPlanned) => {
  const rail = placeWork([work(more)])!;
  expect(rail.lanes[0]!.items[0]).toMatchObject({
    from: Date.parse(at(from)),
    to: Date.parse(at(to)),
    isPlanned,
  });
});

it('has one lane for each kind of work, in order', () => {
  const rail = placeWork([
    work({ kind: 'inspection', start: at(1) }),
    work({ kind: 'corrective', start: at(101) }),
    work({ kind: 'other' }),
  ])!;
  expect(rail.lanes.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['corrective', 1],
    ['inspection', 1],
  ]);
  expect(rail.range).toEqual({
    from: Date.parse(at(1)) - 3 * 3_600_000,
    to: Date.parse(at(101)) + 3 * 3_600_000,
  });
});

it('returns null for work without a time', () => {
  expect(placeWork([work({})])).toBeNull();
  expect(placeWork([])).toBeNull();
});
