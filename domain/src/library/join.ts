import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { inputOfSetting, type Part, partKey, settingField, toDefinition, toParts } from './parts.ts';

/**
 * Returns a twin in which its own parts have the ids of the parts of the same kind and name that a model adds, since a
 * name must be unique. A threshold is matched with one of the same protection.
 */
export function joinByName(
  twin: ModelDefinition,
  base: ModelDefinition,
  model: ModelDefinition,
): ModelDefinition {
  const wanted = toParts(model);
  const known = new Set([...toParts(base), ...wanted].map(partKey));
  const parts = toParts(twin);
  const existing = new Set(parts.map(partKey));
  const own = new Map<string, Part>();
  for (const part of parts) {
    if (part.kind !== null && !known.has(partKey(part))) own.set(nameKey(part, part.parent), part);
  }
  const inBase = new Set(toParts(base).map(partKey));
  const ids = new Map<number, number>();
  // Indicators precede thresholds, so their new ids are known.
  const ownId = (id: number | null) => [...ids].find(([, joined]) => joined === id)?.[0] ?? id;
  for (const part of wanted) {
    if (part.kind === null || inBase.has(partKey(part)) || existing.has(partKey(part))) continue;
    const same = own.get(nameKey(part, ownId(part.parent)));
    if (same) ids.set(same.id!, part.id!);
  }
  return withPartIds(twin, ids);
}

const nameKey = ({ kind, name }: Part, parent: number | null): string => `${kind} ${parent ?? ''} ${name}`;

type Fields = Record<string, unknown>;

/** Returns a definition with other ids of parts, including references. Ids without a replacement stay. */
export const withPartIds = (
  definition: ModelDefinition,
  ids: ReadonlyMap<number, number>,
): ModelDefinition =>
  ids.size === 0 ? definition : toDefinition(toParts(definition).map((part) => withIds(part, ids)));

/** Returns a part with other ids of parts, including its references. */
function withIds(part: Part, ids: ReadonlyMap<number, number>): Part {
  const renamed = (id: number | null) => (id === null ? null : (ids.get(id) ?? id));
  const fields = Object.entries(part.fields).map(([field, value]): [string, unknown] => {
    const input = inputOfSetting(field);
    if (input !== null) return [settingField(renamed(input)!), value];
    if (field === 'tagAliasId') return [field, renamed(value as number | null)];
    if (lists.has(field)) return [field, ((value ?? []) as number[]).map(renamed)];
    if (field === 'actions') return [field, (value as Fields[]).map(withIdsInAction)];
    return [field, value];
  });
  return {
    ...part,
    id: renamed(part.id),
    parent: renamed(part.parent),
    fields: Object.fromEntries(fields),
  };

  function withIdsInAction(action: Fields): Fields {
    if (action.type !== 'advisory') return action;
    const { activityId, failureModeIds } = action as { activityId: number | null; failureModeIds: number[] };
    return { ...action, activityId: renamed(activityId), failureModeIds: failureModeIds.map(renamed) };
  }
}

const lists = new Set(['tagAliasIds', 'failureModeIds', 'thresholdIds']);
