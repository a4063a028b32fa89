import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { describe, expect, it } from 'vitest';
import { protectionWith, thresholdWith } from '../../../testing/protections.ts';
import { pickSignals } from './pick-signals.ts';

const since = Date.parse('2024-01-01T00:00:00Z');
const alias = (name: string, tagId: number, change: Partial<TagAlias> = {}): TagAlias => ({
  id: tagId,
  twinId: 7,
  calculatedTagId: null,
  mappedTagId: tagId,
  mappedTagName: `TAG.${name}`,
  mappedTagUnit: 'Cel',
  type: 'data_point',
  name,
  description: '',
  keywords: [],
  unit: null,
  uomId: null,
  options: {},
  version: 1,
  latestTime: '2024-02-01T00:00:00.000Z',
  latestValue: 1,
  ...change,
});
const aliases = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) => alias(name, index + 1));

const watching = (id: number, names: string, change: Partial<ProtectionSummary> = {}): ProtectionSummary =>
  protectionWith({
    id,
    thresholds: [thresholdWith({ id: id * 10, logic: `[${names.at(-1)}] > 5` })],
    inputs: [...names].map((name) => {
      const { mappedTagId } = aliases.find((one) => one.name === name)!;
      return { alias: name, tagId: mappedTagId!, tagName: '', unit: 'Cel' };
    }),
    ...change,
  });
const pick = (protections: readonly ProtectionSummary[], of: readonly TagAlias[] = aliases) => {
  const { picked, all } = pickSignals(protections, of, since, []);
  return { names: picked.map(({ name }) => name), picked, all };
};

describe('the most important signals of a twin', () => {
  it('are those in excursion, compared inputs first, then those of other protections, at most four', () => {
    const { names, all } = pick([
      watching(1, 'A', { level: 900 }),
      watching(2, 'BCD', { level: 500, drivingThresholdId: 20 }),
      watching(3, 'E'),
    ]);
    expect(names).toEqual(['D', 'B', 'C', 'A']);
    expect(all).toEqual([4, 2, 3, 1, 5, 6]);
  });

  it('include inputs of active before inactive protections; shelved ones have no priority', () => {
    const shelving = { until: '2024-03-01T00:00:00.000Z' } as ProtectionSummary['shelving'];
    expect(
      pick([
        watching(1, 'A', { drivingThresholdId: 10, active: false }),
        watching(2, 'B', { drivingThresholdId: 20, shelving }),
        watching(3, 'C', { drivingThresholdId: 30 }),
      ]).names,
    ).toEqual(['C', 'B', 'A']);
  });

  it('have recent points and distinct tags, and exclude work', () => {
    const of = [
      alias('A', 1, { latestTime: '2023-12-01T00:00:00.000Z' }),
      alias('B', 2, { latestTime: null }),
      alias('C', 3),
      alias('D', 3),
      alias('E', 5, { type: 'work' }),
    ];
    expect(pick([watching(1, 'ABCDE')], of).names).toEqual(['C']);
  });

  it('are all inputs if no protection has recent points', () => {
    expect(pick([]).names).toEqual(['A', 'B', 'C', 'D']);
    expect(pick([watching(1, 'A')], [alias('B', 2)]).names).toEqual(['B']);
    expect(pick([], []).names).toEqual([]);
  });

  it('include the active protections that use them, and their unit', () => {
    const { picked } = pick([
      watching(1, 'A'),
      watching(2, 'A', { drivingThresholdId: 20 }),
      watching(3, 'A', { active: false }),
    ]);
    expect(picked[0]!.protections.map(({ id }) => id)).toEqual([2, 1]);
    expect(picked[0]!.unit).toBe('Cel');
  });
});
