import type { ModelDefinition } from '@twinward/contracts/library/definition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';
import { type Choose, mergeDefinitions } from './merge.ts';
import { withNamedInputs } from './symbolic.ts';
import { createDefinition, definitions, pump } from './testing/definitions.ts';

const twinSide: Choose = () => 'twin';
const modelSide: Choose = () => 'model';

type Draft = Parameters<Parameters<typeof edit>[1]>[0];
function edit(
  definition: ModelDefinition,
  change: (draft: ReturnType<typeof toDraft>) => void,
): ModelDefinition {
  const draft = toDraft(definition);
  change(draft);
  return createDefinition(draft);
}
const toDraft = (definition: ModelDefinition) => structuredClone(definition);
const trip = (draft: Draft) => draft.indicators[0]!.thresholds[1]!;
const ownPart = 1_000_000_001;

const resolved = (base: ModelDefinition, model: ModelDefinition, twin: ModelDefinition, choose = twinSide) =>
  mergeDefinitions(base, model, twin).resolve(choose);
const outcomes = (base: ModelDefinition, model: ModelDefinition, twin: ModelDefinition) =>
  mergeDefinitions(base, model, twin).parts.map(
    ({ change, name, outcome, fields }) =>
      `${change} ${name} ${outcome}${fields.map((one) => ` ${one.field}:${one.outcome}`).join('')}`,
  );

describe('merging a twin with a newer version of its model', () => {
  it('takes changes made only in the model, and keeps changes made only in the twin', () => {
    const model = edit(pump, (draft) => {
      trip(draft).logic = '[Vibration] > 8';
    });
    const twin = edit(pump, (draft) => {
      trip(draft).level = 900;
    });
    expect(outcomes(pump, model, twin)).toEqual(['changed Trip take logic:take level:keep']);
    const { definition, open } = resolved(pump, model, twin);
    expect(open).toBe(0);
    expect(trip(definition)).toMatchObject({ logic: '[Vibration] > 8', level: 900 });
  });

  it('reports a conflict if both made different changes, and nothing if both made the same', () => {
    const model = edit(pump, (draft) => {
      trip(draft).logic = '[Vibration] > 8';
      draft.missionTime = 'P730D';
    });
    const twin = edit(pump, (draft) => {
      trip(draft).logic = '[Vibration] > 9';
      draft.missionTime = 'P730D';
    });
    expect(outcomes(pump, model, twin)).toEqual(['changed Trip conflict logic:conflict']);
    expect(resolved(pump, model, twin, () => null)).toMatchObject({ open: 1 });
    expect(trip(resolved(pump, model, twin, modelSide).definition).logic).toBe('[Vibration] > 8');
    expect(trip(resolved(pump, model, twin).definition).logic).toBe('[Vibration] > 9');
  });

  it('renames an input in logic that was changed in the twin', () => {
    const model = edit(pump, (draft) => {
      draft.tagAliases[0]!.name = 'Velocity';
      draft.indicators[0]!.thresholds[0]!.logic = '[Velocity] > 4.5';
      trip(draft).logic = '[Velocity] > 7.1';
    });
    const twin = edit(pump, (draft) => {
      trip(draft).logic = '[Vibration] > 9';
    });
    expect(outcomes(pump, model, twin)).toEqual([
      'changed Velocity take name:take',
      'changed Trip keep logic:keep',
    ]);
    const { definition } = resolved(pump, model, twin);
    expect(definition.indicators[0]!.thresholds.map(({ logic }) => logic)).toEqual([
      '[Velocity] > 4.5',
      '[Velocity] > 9',
    ]);
  });

  it('renames a parameter in logic that was changed in the twin', () => {
    const base = edit(pump, (draft) => {
      trip(draft).logic = '[Vibration] > {trip}';
    });
    const model = edit(base, (draft) => {
      draft.parameters[0]!.name = 'limit';
      trip(draft).logic = '[Vibration] > {limit}';
    });
    const twin = edit(base, (draft) => {
      trip(draft).logic = '[Vibration] > {trip} * 1.1';
    });
    expect(outcomes(base, model, twin)).toEqual([
      'changed limit take name:take',
      'changed Trip keep logic:keep',
    ]);
    expect(trip(resolved(base, model, twin).definition).logic).toBe('[Vibration] > {limit} * 1.1');
  });

  it('keeps the name of an input that was renamed in the twin, even in logic of the model', () => {
    const model = edit(pump, (draft) => {
      trip(draft).logic = '[Vibration] > 8';
    });
    const twin = edit(pump, (draft) => {
      draft.tagAliases[0]!.name = 'V1';
      for (const threshold of draft.indicators[0]!.thresholds) {
        threshold.logic = threshold.logic.replace('Vibration', 'V1');
      }
    });
    expect(trip(resolved(pump, model, twin).definition).logic).toBe('[V1] > 8');
  });

  it('removes parts removed from the model, unless they were changed in the twin', () => {
    const model = edit(pump, (draft) => {
      draft.indicators.pop();
    });
    expect(outcomes(pump, model, pump)).toEqual(
      ['removed Greasing take', 'removed Overdue take'].slice(0, 1),
    );
    expect(resolved(pump, model, pump).definition.indicators).toHaveLength(1);
    const twin = edit(pump, (draft) => {
      draft.indicators[1]!.thresholds[0]!.level = 800;
    });
    expect(outcomes(pump, model, twin)).toEqual(['removed Greasing conflict']);
    const kept = resolved(pump, model, twin).definition.indicators[1];
    expect(kept?.thresholds[0]?.level).toBe(800);
    expect(resolved(pump, model, twin, modelSide).definition.indicators).toHaveLength(1);
  });

  it('does not restore parts removed from the twin, unless they were changed in the model', () => {
    const twin = edit(pump, (draft) => {
      draft.activities = [];
    });
    expect(outcomes(pump, pump, twin)).toEqual(['removed Grease bearings keep']);
    const model = edit(pump, (draft) => {
      draft.activities[0]!.cost = 100;
    });
    expect(outcomes(pump, model, twin)[0]).toBe('removed Grease bearings conflict cost:conflict');
    expect(resolved(pump, model, twin).definition.activities).toEqual([]);
    expect(resolved(pump, model, twin, modelSide).definition.activities).toMatchObject([{ cost: 100 }]);
  });

  it('matches a part added to the model with a part of the twin that has the same name', () => {
    const model = edit(pump, (draft) => {
      draft.tagAliases.push({ ...draft.tagAliases[2]!, id: 20, name: 'Flow', unit: 'm3/h' });
    });
    const own = structuredClone(pump);
    own.tagAliases.push({ ...pump.tagAliases[2]!, id: ownPart, name: 'Flow', unit: 'l/min' });
    own.indicators[0]!.tagAliasIds.push(ownPart);
    expect(outcomes(pump, model, own)).toEqual([
      'added Flow conflict unit:conflict',
      'changed High vibration keep tagAliasIds:keep',
    ]);
    for (const [choose, unit] of [
      [modelSide, 'm3/h'],
      [twinSide, 'l/min'],
    ] as const) {
      const { definition } = resolved(pump, model, own, choose);
      expect(definition.tagAliases.filter(({ name }) => name === 'Flow')).toMatchObject([{ id: 20, unit }]);
      expect(definition.indicators[0]!.tagAliasIds).toContain(20);
    }
  });

  it('takes fields from the model that only models have', () => {
    const base = edit(pump, (draft) => {
      draft.tagAliases[0]!.tagNamePattern = '{uniqueId}.V';
    });
    const model = edit(base, (draft) => {
      draft.tagAliases[0]!.tagNamePattern = '{uniqueId}.VIB';
      draft.parameters[0]!.default = 8;
    });
    const { definition, open } = resolved(base, model, pump);
    expect(open).toBe(0);
    expect(differences(model, definition)).toEqual([]);
  });

  const three = fc.tuple(definitions, definitions, definitions);

  it('returns the twin if the model is unchanged', () => {
    fc.assert(
      fc.property(definitions, definitions, (base, twin) => {
        const merged = mergeDefinitions(base, structuredClone(base), twin);
        const { definition, open } = merged.resolve(twinSide);
        expect(open).toBe(0);
        expect(merged.parts.filter(({ outcome }) => outcome !== 'keep')).toEqual([]);
        expect(toKeys(definition)).toEqual(toKeys(twin));
      }),
    );
  });

  it('returns the new model if the twin is unchanged', () => {
    fc.assert(
      fc.property(definitions, definitions, (base, model) => {
        const merged = mergeDefinitions(base, model, structuredClone(base));
        const { definition, open } = merged.resolve(twinSide);
        expect(open).toBe(0);
        expect(merged.parts.filter(({ outcome }) => outcome !== 'take')).toEqual([]);
        expect(toKeys(definition)).toEqual(toKeys(model));
      }),
    );
  });

  it('changes nothing when the same model is merged again', () => {
    fc.assert(
      fc.property(three, ([base, model, twin]) => {
        const { definition } = mergeDefinitions(base, model, twin).resolve(modelSide);
        const again = mergeDefinitions(model, model, definition);
        expect(again.parts.filter(({ outcome }) => outcome !== 'keep')).toEqual([]);
      }),
    );
  });

  it('preserves all changes of the twin if its side is chosen', () => {
    fc.assert(
      fc.property(three, ([base, model, twin]) => {
        const { definition } = mergeDefinitions(base, model, twin).resolve(twinSide);
        const kept = definition.failureModes;
        const before = new Map(base.failureModes.map((one) => [one.id, one]));
        for (const { id, name, description } of twin.failureModes) {
          const old = before.get(id);
          // A part that is not in the base may be matched with a part of the model that has the same name.
          const own = kept.filter((one) => (old ? one.id === id : one.name === name));
          if (old?.name !== name) expect(own.map((one) => one.name)).toContain(name);
          if (old?.description !== description) {
            expect(own.map((one) => one.description)).toContain(description);
          }
        }
        const inTwin = new Set(twin.failureModes.map(({ id }) => id));
        for (const { id } of base.failureModes)
          if (!inTwin.has(id)) expect(kept.some((one) => one.id === id)).toBe(false);
      }),
    );
  });
});

/** Returns the parts with their names, without what depends on dangling references. */
function toKeys(definition: ModelDefinition): string[] {
  const { missionTime, tagAliases, tags, failureModes, activities, indicators } = withNamedInputs(definition);
  return [
    `mission ${missionTime}`,
    ...tagAliases.map(({ id, name, keywords }) => `${id} ${name} ${[...keywords].sort()}`),
    ...tags.map(({ id, name, logic }) => `${id} ${name} ${logic}`),
    ...failureModes.map(({ id, name, description }) => `${id} ${name} ${description}`),
    ...activities.map(({ id, name }) => `${id} ${name}`),
    ...indicators.map(({ id, name, thresholds }) => `${id} ${name} ${thresholds.map((one) => one.id)}`),
    ...indicators.flatMap(({ thresholds }) => thresholds.map(({ id, logic }) => `${id} ${logic}`)),
  ].sort();
}
