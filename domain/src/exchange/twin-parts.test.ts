import { maximumPartId, modelDefinition } from '@twinward/contracts/library/definition';
import { describe, expect, it } from 'vitest';
import { numberParts, reusePartIds } from './twin-parts.ts';

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
  it('numbers parts by kind and name, also in references', () => {
    const { parameters, tagAliases, failureModes, activities, indicators } =
      numberParts(definition).definition;
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

  it('returns the same for parts with other ids', () => {
    const empty = modelDefinition.parse({});
    const other = reusePartIds(definition, empty, { firstFree: 1000, modelParts: new Set() }).definition;
    expect(other).not.toEqual(definition);
    expect(numberParts(other).definition).toEqual(numberParts(definition).definition);
  });

  it('preserves the ids of the parts of a model, and assigns higher ids to others', () => {
    const { definition: numbered, ids } = numberParts(definition, new Set([70, 5, 90, 91]));
    expect(numbered.parameters[0]!.id).toBe(70);
    expect(numbered.tagAliases.map(({ id }) => id)).toEqual([92, 93]);
    expect(numbered.failureModes.map(({ id, name }) => [id, name])).toEqual([
      [94, 'Leak'],
      [5, 'Wear'],
    ]);
    expect(numbered.activities[0]).toMatchObject({ id: 95, tagAliasId: 93, failureModeIds: [5, 94] });
    expect(numbered.indicators[0]!.thresholds.map(({ id }) => id)).toEqual([96, 91]);
    expect(ids.get(40)).toBe(93);
  });
});

describe('reusePartIds', () => {
  /** The definition as the twin's own parts. */
  const own = reusePartIds(definition, modelDefinition.parse({}), {
    firstFree: maximumPartId + 1,
    modelParts: new Set(),
  }).definition;

  it('uses the ids of own parts with the same kind and name; thresholds are matched within their indicator', () => {
    const { definition: numbered } = numberParts(own);
    const taken = reusePartIds(numbered, own, { firstFree: 2_000_000_000, modelParts: new Set() });
    expect(numberParts(taken.definition).definition).toEqual(numbered);
    expect(new Set(taken.ids.values())).toEqual(
      new Set(Array.from({ length: 9 }, (_, place) => maximumPartId + 1 + place)),
    );
  });

  it('preserves parts of the model, and does not reuse their ids for own parts', () => {
    const modelParts = new Set([40, 90]);
    const { ids } = reusePartIds(definition, definition, { firstFree: 2_000_000_000, modelParts });
    expect(ids.has(40)).toBe(false);
    expect([...ids.values()].every((id) => id >= 2_000_000_000)).toBe(true);
  });
});
