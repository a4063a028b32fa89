import type { MergeOutcome } from '@twinward/contracts/library/upgrade';
import { isSameField } from './equality.ts';
import { isSameOrder, mergeOrder } from './order.ts';
import type { Part } from './parts.ts';

/** How a field is merged. `none`: nothing differs, or both sides made the same change. */
export interface Field {
  field: string;
  outcome: MergeOutcome | 'none';
  /** The merged value; for a conflict, the chosen one. */
  value: unknown;
}

const lists = new Set(['tagAliasIds', 'failureModeIds', 'keywords']);

/** Returns the fields in which a part differs between the three sides, or whose value must be merged. */
export function mergeFields(base: Part | null, model: Part, twin: Part): Field[] {
  const names = new Set(['name', ...[base, model, twin].flatMap((part) => Object.keys(part?.fields ?? {}))]);
  if (model.kind === 'thresholds') names.add('indicatorId');
  return [...names].flatMap((field) => mergeField(field, base, model, twin) ?? []);
}

function mergeField(field: string, base: Part | null, model: Part, twin: Part): Field | null {
  const [before, now, local] = [base, model, twin].map(
    (part) => storedValue(part, field) ?? (lists.has(field) ? [] : null),
  );
  if (field === 'thresholdIds') {
    return mergeThresholds((before ?? []) as number[], now as number[], local as number[]);
  }
  const isTaken = isSameField(field, before, local);
  const isKept = isSameField(field, before, now);
  if (isTaken && isKept) return null;
  if (isSameField(field, now, local)) return { field, outcome: 'none', value: now };
  if (lists.has(field) && !isTaken && !isKept) {
    const value = mergeList(before as unknown[], now as unknown[], local as unknown[]);
    return { field, outcome: 'take', value };
  }
  if (isTaken && (base || lists.has(field))) return { field, outcome: 'take', value: now };
  if (isKept && (base || lists.has(field))) return { field, outcome: 'keep', value: local };
  return { field, outcome: 'conflict', value: null };
}

/** Returns the twin's items, plus what the model added, without what it removed. */
function mergeList(before: unknown[], now: unknown[], local: unknown[]): unknown[] {
  const old = new Set(before);
  const current = new Set(now);
  const kept = local.filter((item) => current.has(item) || !old.has(item));
  const added = now.filter((item) => !old.has(item) && !local.includes(item));
  return [...kept, ...added];
}

function mergeThresholds(before: number[], now: number[], local: number[]): Field {
  const field = 'thresholdIds';
  const value = mergeOrder(before, now, local);
  if (isSameOrder(now, local)) return { field, outcome: 'none', value };
  if (isSameOrder(before, now)) return { field, outcome: 'keep', value };
  return { field, outcome: isSameOrder(before, local) ? 'take' : 'conflict', value };
}

/** Returns a field of a part, including `name` and `indicatorId`; null if the part doesn't have it. */
export function storedValue(part: Part | null | undefined, field: string): unknown {
  if (!part) return null;
  if (field === 'name') return part.name;
  return field === 'indicatorId' ? part.parent : (part.fields[field] ?? null);
}

/** Returns the part with other values of fields. */
export function withValues(part: Part, values: readonly (readonly [string, unknown])[]): Part {
  const { name = part.name, indicatorId = part.parent, ...fields } = Object.fromEntries(values);
  return {
    ...part,
    name: name as string,
    parent: indicatorId as number | null,
    fields: { ...part.fields, ...fields },
  };
}
