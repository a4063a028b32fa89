import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { PartDifference } from '@twinward/contracts/library/twin-model';
import { isSameField } from './equality.ts';
import { isSameOrder } from './order.ts';
import { type Part, partKey, type TrainedModel, toParts } from './parts.ts';

/**
 * Returns the differences between two definitions, part by part. Parts are matched by id, so that a renamed part is a
 * changed one. The order of lists has no meaning, except for thresholds. For a trained model, the difference contains
 * only its asset and size.
 */
export function differences(before: ModelDefinition, after: ModelDefinition): PartDifference[] {
  return partDifferences(toParts(before), toParts(after));
}

/** Like `differences`, for parts. */
function partDifferences(before: readonly Part[], after: readonly Part[]): PartDifference[] {
  const earlier = new Map(before.map((part) => [partKey(part), part]));
  const later = new Map(after.map((part) => [partKey(part), part]));
  const describe = (part: Part, change: PartDifference['change'], parts: ReadonlyMap<string, Part>) => ({
    kind: part.kind,
    id: part.id,
    name: part.name,
    parent:
      part.parent === null
        ? null
        : (parts.get(partKey({ kind: 'indicators', id: part.parent }))?.name ?? null),
    change,
    fields: [] as PartDifference['fields'],
  });
  const changedOrAdded = after.flatMap((part) => {
    const old = earlier.get(partKey(part));
    if (!old) return [describe(part, 'added', later)];
    const fields = fieldDifferences(old, part);
    return fields.length === 0 ? [] : [{ ...describe(part, 'changed', later), fields }];
  });
  const removed = before
    .filter((part) => !later.has(partKey(part)))
    .map((part) => describe(part, 'removed', earlier));
  return [...changedOrAdded, ...removed];
}

/** Returns the names of the fields of a part that differ, including `name` and `indicatorId` (of a threshold). */
export function changedFields(before: Part, after: Part): string[] {
  const fields = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  return [
    ...(before.name === after.name ? [] : ['name']),
    ...(before.parent === after.parent ? [] : ['indicatorId']),
    ...[...fields].filter((field) => !isSame(field, before.fields[field], after.fields[field])),
  ];
}

function isSame(field: string, before: unknown, after: unknown): boolean {
  if (field === 'thresholdIds') return isSameOrder(before as number[], after as number[]);
  return isSameField(field, before, after);
}

function fieldDifferences(before: Part, after: Part): PartDifference['fields'] {
  return changedFields(before, after).map((field) => ({
    field,
    before: fieldValue(before, field),
    after: fieldValue(after, field),
  }));
}

/** Returns the value of a field as differences show it; null if the part doesn't have the field. */
export function fieldValue(part: Part, field: string): unknown {
  if (field === 'name') return part.name;
  if (field === 'indicatorId') return part.parent;
  const value = part.fields[field] ?? null;
  if (field !== 'trainedModel' || value === null) return value;
  const { model, trainedOn } = value as TrainedModel;
  return { trainedOn, bytes: Math.floor((model.length * 3) / 4) };
}
