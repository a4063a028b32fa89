import type { ModelDefinition } from '@twinward/contracts/library/definition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences } from './differences.ts';
import { mergeOrder } from './order.ts';
import { type Part, partKey, toDefinition, toParts } from './parts.ts';
import { createDefinition, definitions, pump } from './testing/definitions.ts';
import { nextVersion, versionLevel } from './version-level.ts';

const changed = (change: (definition: ModelDefinition) => void): ModelDefinition => {
  const copy = structuredClone(pump);
  change(copy);
  return copy;
};

it('finds no differences between a definition and itself', () => {
  fc.assert(
    fc.property(definitions, (definition) => {
      expect(differences(definition, structuredClone(definition))).toEqual([]);
    }),
  );
});

/** Applies differences; the values of added parts come from the later definition. */
function apply(before: ModelDefinition, after: ModelDefinition): Part[] {
  const parts = new Map(toParts(before).map((part) => [partKey(part), part]));
  const later = new Map(toParts(after).map((part) => [partKey(part), part]));
  for (const one of differences(before, after)) {
    const key = partKey(one);
    if (one.change === 'removed') parts.delete(key);
    else if (one.change === 'added') parts.set(key, later.get(key)!);
    else {
      const part = parts.get(key)!;
      const { name = part.name, ...fields } = Object.fromEntries(
        one.fields.map((field) => [field.field, field.after]),
      ) as Record<string, unknown>;
      parts.set(key, { ...part, name: name as string, fields: { ...part.fields, ...fields } });
    }
  }
  return [...parts.values()].map((part) => {
    const { thresholdIds } = part.fields as { thresholdIds?: number[] };
    const order = later.get(partKey(part))?.fields.thresholdIds as number[] | undefined;
    if (!thresholdIds || !order) return part;
    return {
      ...part,
      fields: { ...part.fields, thresholdIds: mergeOrder(thresholdIds, order, thresholdIds) },
    };
  });
}

it('differences applied to one definition result in the other', () => {
  fc.assert(
    fc.property(definitions, definitions, (before, after) => {
      expect(differences(toDefinition(apply(before, after)), after)).toEqual([]);
    }),
  );
});

it('shows a changed field, and a renamed part under its new name', () => {
  const later = changed(({ indicators, failureModes }) => {
    indicators[0]!.thresholds[1]!.logic = '[Vibration] > 8';
    failureModes[0]!.name = 'Worn bearing';
  });
  expect(differences(pump, later)).toEqual([
    {
      kind: 'failureModes',
      id: 6,
      name: 'Worn bearing',
      parent: null,
      change: 'changed',
      fields: [{ field: 'name', before: 'Bearing wear', after: 'Worn bearing' }],
    },
    {
      kind: 'thresholds',
      id: 10,
      name: 'Trip',
      parent: 'High vibration',
      change: 'changed',
      fields: [{ field: 'logic', before: '[Vibration] > 7.1', after: '[Vibration] > 8' }],
    },
  ]);
});

it('shows fields of the definition itself without a part', () => {
  expect(differences(pump, { ...pump, missionTime: 'P2Y' })).toEqual([
    {
      kind: null,
      id: null,
      name: '',
      parent: null,
      change: 'changed',
      fields: [{ field: 'missionTime', before: 'P365D', after: 'P2Y' }],
    },
  ]);
});

it('ignores ids of actions, and the order of keywords and references', () => {
  const later = changed(({ tagAliases, indicators }) => {
    tagAliases[0]!.keywords.reverse();
    indicators[0]!.thresholds[1]!.actions[0]!.id = '8a8a3a4e-4f45-4ad6-8d0b-0c3a5b2a8f11';
  });
  expect(differences(pump, later)).toEqual([]);
});

it('shows the order of thresholds only if common thresholds changed places', () => {
  const swapped = changed(({ indicators }) => void indicators[0]!.thresholds.reverse());
  expect(differences(pump, swapped)).toMatchObject([
    { id: 8, fields: [{ field: 'thresholdIds', before: [9, 10], after: [10, 9] }] },
  ]);
  const inserted = changed(({ indicators }) => {
    const [first, second] = indicators[0]!.thresholds;
    indicators[0]!.thresholds = [{ ...first!, id: 20, name: 'New' }, first!, second!];
  });
  expect(differences(pump, inserted)).toMatchObject([{ id: 20, change: 'added', parent: 'High vibration' }]);
});

it('shows a trained model by its asset and size', () => {
  const trained = (model: string, trainedOn: string) =>
    createDefinition({
      indicators: [{ id: 1, name: 'State', type: 'pattern', patterns: { patterns: [], model, trainedOn } }],
    });
  expect(differences(trained('AAAA', 'P-1'), trained('AAAABBBB', 'P-2'))).toMatchObject([
    {
      fields: [
        {
          field: 'trainedModel',
          before: { trainedOn: 'P-1', bytes: 3 },
          after: { trainedOn: 'P-2', bytes: 6 },
        },
      ],
    },
  ]);
});

it('proposes a major version for removed or renamed parts, a minor one for added parts, else a patch', () => {
  const level = (change: (definition: ModelDefinition) => void) =>
    versionLevel(differences(pump, changed(change)));
  expect(level(({ tags }) => void tags.pop())).toBe('major');
  expect(level(({ parameters }) => void Object.assign(parameters[0]!, { name: 'limit' }))).toBe('major');
  expect(level(({ tags }) => void tags.push({ ...tags[0]!, id: 30, name: 'Other' }))).toBe('minor');
  expect(level(({ tags }) => void Object.assign(tags[0]!, { description: 'Of nominal power' }))).toBe(
    'patch',
  );
  expect(level(() => {})).toBe('patch');
});

it('numbers versions from 1.0.0', () => {
  expect(nextVersion(null, 'patch')).toEqual({ major: 1, minor: 0, patch: 0 });
  const newest = { major: 1, minor: 2, patch: 3 };
  expect(nextVersion(newest, 'major')).toEqual({ major: 2, minor: 0, patch: 0 });
  expect(nextVersion(newest, 'minor')).toEqual({ major: 1, minor: 3, patch: 0 });
  expect(nextVersion(newest, 'patch')).toEqual({ major: 1, minor: 2, patch: 4 });
});
