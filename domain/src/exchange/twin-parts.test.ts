import { modelDefinition } from '@twinward/contracts/library/definition';
import { describe, expect, it } from 'vitest';
import { numberParts, withIdsOf } from './twin-parts.ts';

const definition = modelDefinition.parse({
  parameters: [{ id: 70, name: 'trip', default: 9 }],
  tagAliases: [
    { id: 40, name: 'Vibration' },
    { id: 30, name: 'Flow' },
  ],
  failureModes: [
    { id: 5, name: 'Wear' },
    { id: 6, name: 'Leak' },
  ],
  activities: [{ id: 8, name: 'Oil', tagAliasId: 40, failureModeIds: [5, 6] }],
  indicators: [
    {
      id: 90,
      name: 'High',
      tagAliasIds: [40, 30],
      failureModeIds: [5],
      thresholds: [
        { id: 92, name: 'Second', logic: '' },
        {
          id: 91,
          name: 'First',
          logic: '',
          actions: [{ type: 'advisory', activityId: 8, failureModeIds: [5] }],
        },
      ],
    },
  ],
});

describe('numberParts', () => {
  it('numbers parts by kind and name, also where others refer to them', () => {
    const { parameters, tagAliases, failureModes, activities, indicators } = numberParts(definition);
    const named = (parts: readonly { id: number; name: string }[]) => parts.map(({ id, name }) => [id, name]);
    expect(named([...parameters, ...tagAliases, ...failureModes, ...activities, ...indicators])).toEqual([
      [1, 'trip'],
      [2, 'Flow'],
      [3, 'Vibration'],
      [4, 'Leak'],
      [5, 'Wear'],
      [6, 'Oil'],
      [7, 'High'],
    ]);
    expect(activities[0]).toMatchObject({ tagAliasId: 3, failureModeIds: [4, 5] });
    expect(indicators[0]).toMatchObject({
      tagAliasIds: [2, 3],
      failureModeIds: [5],
      thresholds: [
        { id: 8, name: 'Second' },
        { id: 9, name: 'First', actions: [{ activityId: 6, failureModeIds: [5] }] },
      ],
    });
  });

  it('is the same for parts with other ids', () => {
    const other = withIdsOf(definition, modelDefinition.parse({}), 1000);
    expect(other).not.toEqual(definition);
    expect(numberParts(other)).toEqual(numberParts(definition));
  });
});

describe('withIdsOf', () => {
  it('takes the ids of parts of the same kind and name, thresholds by their indicator', () => {
    expect(withIdsOf(numberParts(definition), definition, 1000)).toEqual(
      expect.objectContaining({
        tagAliases: [expect.objectContaining({ id: 30 }), expect.objectContaining({ id: 40 })],
        activities: [expect.objectContaining({ id: 8, tagAliasId: 40 })],
        indicators: [
          expect.objectContaining({
            id: 90,
            thresholds: [expect.objectContaining({ id: 92 }), expect.objectContaining({ id: 91 })],
          }),
        ],
      }),
    );
  });
});
