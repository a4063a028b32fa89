import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDefinition, toParts } from './parts.ts';
import { withoutDangling } from './references.ts';
import { createDefinition, definitions, pump } from './testing/definitions.ts';

it('converts a definition to parts, with thresholds after their indicators', () => {
  const parts = toParts(pump);
  expect(parts.map(({ kind, name, parent }) => [kind, name, parent])).toEqual([
    [null, '', null],
    ['parameters', 'trip', null],
    ['tagAliases', 'Vibration', null],
    ['tagAliases', 'Service', null],
    ['tagAliases', 'Power', null],
    ['tags', 'Load', null],
    ['failureModes', 'Bearing wear', null],
    ['activities', 'Grease bearings', null],
    ['indicators', 'High vibration', null],
    ['indicators', 'Greasing', null],
    ['thresholds', 'Alarm', 8],
    ['thresholds', 'Trip', 8],
    ['thresholds', 'Overdue', 11],
  ]);
  expect(parts.find(({ name }) => name === 'Greasing')!.fields).toMatchObject({
    thresholdIds: [12],
    'aliases.3': { intervalType: 'calendar', expectedInterval: 'P90D' },
  });
});

it('converts parts back to the same definition', () => {
  expect(toDefinition(toParts(pump))).toEqual(pump);
  fc.assert(
    fc.property(definitions, (definition) => {
      expect(toDefinition(toParts(definition))).toEqual(definition);
    }),
  );
});

it('separates a trained model from the settings of its patterns', () => {
  const definition = createDefinition({
    indicators: [
      {
        id: 1,
        name: 'State',
        type: 'pattern',
        patterns: { patterns: [{ name: 'Idle', color: '#112233' }], model: 'AAAA', trainedOn: 'P-101' },
      },
    ],
  });
  const [, indicator] = toParts(definition);
  expect(indicator!.fields.trainedModel).toEqual({ model: 'AAAA', trainedOn: 'P-101' });
  expect(indicator!.fields.patterns).not.toHaveProperty('model');
  expect(toDefinition(toParts(definition))).toEqual(definition);
});

it('removes references to parts that do not exist', () => {
  const parts = toParts(pump).filter(({ id }) => id !== 6 && id !== 7 && id !== 3);
  const { activities, indicators } = toDefinition(withoutDangling(parts));
  expect(activities).toEqual([]);
  expect(
    indicators.map(({ failureModeIds, tagAliasIds, aliases }) => [failureModeIds, tagAliasIds, aliases]),
  ).toEqual([
    [[], [2], []],
    [[], [], []],
  ]);
  expect(indicators[0]!.thresholds[1]!.actions).toMatchObject([{ activityId: null, failureModeIds: [] }]);
  const withoutModes = toParts(pump).filter(({ id }) => id !== 6);
  expect(toDefinition(withoutDangling(withoutModes)).activities).toMatchObject([
    { renews: 'none', failureModeIds: [] },
  ]);
});
