import { expect, it } from 'vitest';
import { differences, merged } from './merge.ts';

const texts = {
  name: { label: 'Name', text: (value: string) => value },
  cost: { label: 'Cost', text: (value: number | null) => String(value) },
  note: { label: 'Note', text: (value: string) => value },
};
const base = { name: 'Pump', cost: 5 as number | null, note: '' };

it('suggests the version in which a field was changed, and none if it was changed in both', () => {
  const mine = { name: 'Mine', cost: 5, note: 'mine' };
  const theirs = { name: 'Pump', cost: 7, note: 'theirs' };
  expect(differences(base, mine, theirs, texts)).toEqual([
    { name: 'name', label: 'Name', mine: 'Mine', theirs: 'Pump', suggested: 'mine' },
    { name: 'cost', label: 'Cost', mine: '5', theirs: '7', suggested: 'theirs' },
    { name: 'note', label: 'Note', mine: 'mine', theirs: 'theirs', suggested: null },
  ]);
});

it('omits fields that were changed to the same value in both', () => {
  const both = { ...base, cost: null };
  expect(differences(base, both, { ...both }, texts)).toEqual([]);
});

it('merges the chosen own fields into the other version', () => {
  const mine = { name: 'Mine', cost: 1, note: 'mine' };
  const theirs = { name: 'Theirs', cost: 2, note: 'theirs' };
  expect(merged(mine, theirs, new Set(['cost'] as const))).toEqual({
    name: 'Theirs',
    cost: 1,
    note: 'theirs',
  });
});
