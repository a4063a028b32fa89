import {
  type ModelDefinition,
  type ModelDefinitionInput,
  modelDefinition,
} from '@twinward/contracts/library/definition';
import fc from 'fast-check';

/** A definition of a pump with a part of each kind. */
export const pump: ModelDefinition = createDefinition({
  missionTime: 'P365D',
  parameters: [{ id: 1, name: 'trip', unit: 'mm/s', minimum: 1, maximum: 20, default: 7.1 }],
  tagAliases: [
    { id: 2, name: 'Vibration', unit: 'mm/s', keywords: ['vibration', 'velocity'] },
    { id: 3, name: 'Service', type: 'work' },
    { id: 4, name: 'Power', unit: 'kW' },
  ],
  tags: [{ id: 5, name: 'Load', logic: '[Power] / 100' }],
  failureModes: [{ id: 6, name: 'Bearing wear', mechanism: '2.4', cause: '5.1' }],
  activities: [
    { id: 7, name: 'Grease bearings', tagAliasId: 3, renews: 'failure-modes', failureModeIds: [6] },
  ],
  indicators: [
    {
      id: 8,
      name: 'High vibration',
      tagAliasIds: [2],
      failureModeIds: [6],
      thresholds: [
        { id: 9, name: 'Alarm', logic: '[Vibration] > 4.5', level: 500 },
        {
          id: 10,
          name: 'Trip',
          logic: '[Vibration] > 7.1',
          level: 1000,
          actions: [{ type: 'advisory', activityId: 7, failureModeIds: [6] }],
        },
      ],
    },
    {
      id: 11,
      name: 'Greasing',
      type: 'activity',
      tagAliasIds: [3],
      aliases: [{ tagAliasId: 3, intervalType: 'calendar', expectedInterval: 'P90D' }],
      thresholds: [{ id: 12, name: 'Overdue', logic: 'INTERVAL([Service]) > #99d', level: 750 }],
    },
  ],
});

export function createDefinition(input: ModelDefinitionInput): ModelDefinition {
  return modelDefinition.parse(input);
}

const names = fc.constantFrom('A', 'B', 'C', 'D');
const partList = <T>(part: fc.Arbitrary<T>, id: (part: T) => number | undefined) =>
  fc.uniqueArray(part, { maxLength: 4, selector: id });

/** Ids of parts by kind, so that parts of two definitions match. */
const idsFrom = (first: number) => fc.integer({ min: first, max: first + 4 });
const someIds = (first: number) => fc.uniqueArray(idsFrom(first), { maxLength: 3 });

/** Definitions whose parts overlap, like two versions of a model. They may have dangling references. */
export const definitions: fc.Arbitrary<ModelDefinition> = fc
  .record({
    missionTime: fc.constantFrom(null, 'P365D'),
    tagAliases: partList(
      fc.record({ id: idsFrom(10), name: names, keywords: fc.array(names, { maxLength: 2 }) }),
      ({ id }) => id,
    ),
    tags: partList(fc.record({ id: idsFrom(20), name: names, logic: names }), ({ id }) => id),
    failureModes: partList(fc.record({ id: idsFrom(30), name: names, description: names }), ({ id }) => id),
    activities: partList(
      fc.record({ id: idsFrom(40), name: names, failureModeIds: someIds(30) }),
      ({ id }) => id,
    ),
    indicators: partList(
      fc.record({
        id: idsFrom(50),
        name: names,
        failureModeIds: someIds(30),
        aliases: fc.uniqueArray(
          fc.record({ tagAliasId: idsFrom(10), expectedInterval: fc.constantFrom('P1D', 'P2D') }),
          { maxLength: 3, selector: ({ tagAliasId }) => tagAliasId },
        ),
        thresholds: fc.uniqueArray(fc.record({ offset: fc.nat(4), logic: names }), {
          maxLength: 4,
          selector: ({ offset }) => offset,
        }),
      }),
      ({ id }) => id,
    ),
  })
  .map(({ indicators, ...rest }) =>
    createDefinition({
      ...rest,
      indicators: indicators.map(({ thresholds, ...indicator }) => ({
        ...indicator,
        thresholds: thresholds.map(({ offset, logic }) => ({
          id: indicator.id * 10 + offset,
          name: `T${offset}`,
          logic,
        })),
      })),
    }),
  );
