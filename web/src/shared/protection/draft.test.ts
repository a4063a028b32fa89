import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { describe, expect, it } from 'vitest';
import { protectionWith, thresholdWith } from '../../testing/protections.ts';
import {
  computeCompletion,
  copySeed,
  draftProblems,
  formatDelay,
  moved,
  newSeed,
  newThreshold,
  parseDelay,
  prefilled,
  problemsUnder,
  serverProblems,
  toBody,
  toDraft,
  withoutSettings,
  withThreshold,
} from './draft.ts';

const { subType: _, isCounter: __, data: ___, ...summary } = protectionWith({});
const saved = { ...summary, type: 'condition' as const };
const alias = (id: number, name: string, type: TagAlias['type'] = 'data_point'): TagAlias => ({
  id,
  twinId: 5,
  calculatedTagId: null,
  mappedTagId: 100 + id,
  mappedTagName: `TI-${id}`,
  mappedTagUnit: null,
  type,
  name,
  description: '',
  keywords: [],
  unit: null,
  uomId: null,
  options: {},
  version: 1,
  latestTime: null,
  latestValue: null,
});

describe('a draft', () => {
  it('is sent as it was read if it is unchanged', () => {
    expect(toBody(toDraft(saved), saved)).toEqual({
      name: 'Overheating',
      description: '',
      active: true,
      failureModeIds: [],
      type: 'condition',
      defaultLevel: 0,
      startDate: null,
      thresholds: [thresholdWith({})],
      tagAliasIds: [3],
      aliases: [],
    });
  });

  it('for a failure mode has its name, and refers to it', () => {
    expect(toBody(toDraft(newSeed(5, { id: 12, name: 'Leak' })), null)).toMatchObject({
      name: 'Leak',
      failureModeIds: [12],
      active: false,
    });
  });

  it('of a copy is new: inactive, at level 0, without threshold ids', () => {
    const copy = toBody(toDraft(copySeed(5, { ...saved, defaultLevel: 100 })), null);
    expect(copy).toMatchObject({ name: 'Copy of Overheating', active: false, defaultLevel: 0 });
    expect(copy.thresholds[0]!.id).toBeUndefined();
    expect(copy.thresholds[0]!.logic).toBe('[Temperature] > 100');
  });

  it('of a copied pattern protection has its patterns, with their names', () => {
    const pattern = { id: 3, name: 'Wear', default: false, color: '#1E88E5' };
    const seed = copySeed(5, {
      ...saved,
      type: 'pattern',
      indicatorPattern: { id: 8, patterns: [pattern], modelVersion: 2, isCurrent: true },
    });
    expect(seed).toMatchObject({
      type: 'pattern',
      patternsOf: saved.id,
      indicatorPattern: { patterns: [pattern], modelVersion: null, isCurrent: false },
    });
    expect(copySeed(5, saved)).not.toHaveProperty('patternsOf');
  });

  it('has validation errors, and lists what is missing', () => {
    const draft = {
      ...toDraft(saved),
      name: ' ',
      defaultLevel: Number.NaN,
      thresholds: [newThreshold('One'), { ...newThreshold('One'), level: 1001, logExcursion: false }],
      tagAliasIds: [],
      aliases: [{ ...withoutSettings(3), intervalType: 'calendar' as const, expectedInterval: 'PT0M' }],
    };
    expect([...draftProblems(draft)]).toEqual([
      ['name', 'Required.'],
      ['defaultLevel', 'Please enter an integer.'],
      ['thresholds.1.name', 'Please enter a unique value.'],
      ['thresholds.1.level', 'Please enter a number between 0 and 1000.'],
      ['aliases.0.expectedInterval', 'Please give at least 1 second.'],
    ]);
    expect(computeCompletion({ ...draft, thresholds: [] }, []).missing).toEqual([
      'A threshold.',
      'An input.',
    ]);
    expect(computeCompletion(toDraft(saved), [alias(3, 'Temperature')])).toMatchObject({
      bits: 31,
      percent: 100,
    });
  });

  it('shows errors of the server at their fields', () => {
    const problems = serverProblems([
      { path: '0.thresholds.1.logic', message: 'Wrong.' },
      { path: 'name', message: 'Required.' },
    ]);
    expect([...problemsUnder(problems, 'thresholds.1')]).toEqual([['logic', 'Wrong.']]);
    expect(problems.get('name')).toBe('Required.');
  });
});

describe('the thresholds of a draft', () => {
  const [high, often] = [
    { ...newThreshold('High'), logic: '[A] > 1' },
    { ...newThreshold('Often'), logic: 'EXCURSIONCOUNT("High", #1d) > 3' },
  ];

  it('have their references renamed, to the alias if one is set', () => {
    const renamed = withThreshold([high, often], high.key, { name: 'Hot' });
    expect(renamed[1]!.logic).toBe('EXCURSIONCOUNT("Hot", #1d) > 3');
    const aliased = withThreshold(renamed, high.key, { alias: 'hot' });
    expect(aliased[1]!.logic).toBe('EXCURSIONCOUNT("hot", #1d) > 3');
  });

  it('can be moved within the list', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  });

  it('of an activity are derived from its interval', () => {
    const draft = {
      ...toDraft(newSeed(5)),
      type: 'activity' as const,
      aliases: [
        {
          tagAliasId: 4,
          intervalType: 'calendar' as const,
          expectedInterval: 'P30D',
          counterInterval: null,
          counterStart: null,
          tolerance: 'P3D',
          schedule: 'floating' as const,
        },
      ],
    };
    const filled = prefilled(draft, [alias(4, 'Service', 'work')]);
    expect(filled.map(({ name, level, logic }) => [name, level, logic])).toEqual([
      ['Due', 250, 'INTERVAL([Service]) >= #27d'],
      ['Overdue', 750, 'INTERVAL([Service]) > #33d'],
    ]);
  });
});

describe('a delay', () => {
  it.each([
    [0, null],
    [1500, 'PT1.5S'],
    [90_000, 'PT90S'],
    [120_000, 'PT2M'],
    [86_400_000, 'P1D'],
  ])('of %i ms is formatted as %s', (milliseconds, text) => {
    expect(formatDelay(milliseconds)).toBe(text);
    expect(parseDelay(text)).toBe(milliseconds);
  });
});
