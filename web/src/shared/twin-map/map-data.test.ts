import type { TwinMap } from '@twinward/contracts/questions/twin-map';
import { expect, it } from 'vitest';
import { bySize, listGroupNames, withLevels } from './map-data.ts';

const map: TwinMap = {
  groups: [
    { name: 'Site', parent: null },
    { name: 'Unit', parent: 0 },
  ],
  id: [5, 6, 7],
  name: ['Pump', 'Mill', 'Fan'],
  group: [1, 0, 1],
  risk: [null, 10, null],
  probability: [null, 1, null],
  consequence: [100, 1000, 100],
};

it('adds levels by id; a twin without a level is not evaluated', () => {
  expect(withLevels(map, { id: [6, 5], level: [0, 900], isCurrent: [false, true] })).toMatchObject({
    level: [900, 0, null],
    isCurrent: [true, false, false],
  });
  expect(withLevels(map, undefined).level).toEqual([null, null, null]);
});

it('orders twins by size, then by name', () => {
  expect(bySize(map, 'consequence')).toEqual([1, 2, 0]);
  expect(bySize(map, 'risk')).toEqual([1, 2, 0]);
});

it('lists the groups of a twin, outermost first', () => {
  expect([0, 1].map((at) => listGroupNames(map, at))).toEqual([['Site', 'Unit'], ['Site']]);
});
