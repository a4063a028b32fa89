import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { withPartIds } from '../library/join.ts';
import { type Part, toParts } from '../library/parts.ts';
import { compareTexts } from './json.ts';

const byName = <T extends { name: string }>(parts: readonly T[]): T[] =>
  [...parts].sort((one, other) => compareTexts(one.name, other.name));
const ascending = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);

/**
 * A definition whose parts stand in the order of their names and are numbered from 1 on: equal twins have equal ones.
 * Thresholds keep their order.
 */
export function numberParts(definition: ModelDefinition): ModelDefinition {
  const sorted: ModelDefinition = {
    ...definition,
    parameters: byName(definition.parameters),
    tagAliases: byName(definition.tagAliases),
    tags: byName(definition.tags),
    failureModes: byName(definition.failureModes),
    activities: byName(definition.activities),
    indicators: byName(definition.indicators),
  };
  const parts = toParts(sorted).filter(({ kind }) => kind !== null);
  const numbered = withPartIds(sorted, new Map(parts.map(({ id }, place) => [id!, place + 1])));
  return {
    ...numbered,
    activities: numbered.activities.map((one) => ({ ...one, failureModeIds: ascending(one.failureModeIds) })),
    indicators: numbered.indicators.map((one) => ({
      ...one,
      tagAliasIds: ascending(one.tagAliasIds),
      failureModeIds: ascending(one.failureModeIds),
      aliases: [...one.aliases].sort((a, b) => a.tagAliasId - b.tagAliasId),
      thresholds: one.thresholds.map((threshold) => ({
        ...threshold,
        actions: threshold.actions.map((action) =>
          action.type === 'advisory'
            ? { ...action, failureModeIds: ascending(action.failureModeIds) }
            : action,
        ),
      })),
    })),
  };
}

/**
 * A definition whose parts have the ids that a twin gives to its parts of the same kinds and names; its other parts get
 * ids from `firstFree` on, upwards.
 */
export function withIdsOf(
  definition: ModelDefinition,
  twin: ModelDefinition,
  firstFree: number,
): ModelDefinition {
  const ids = new Map<number, number>();
  const known = new Map<string, number>();
  const own = namesOf(twin);
  for (const [id, name] of own) known.set(name, id);
  let free = firstFree;
  for (const [id, name] of namesOf(definition)) ids.set(id, known.get(name) ?? free++);
  return withPartIds(definition, ids);
}

/** Of each part its kind, its name and that of its indicator. */
function namesOf(definition: ModelDefinition): Map<number, string> {
  const parts = toParts(definition).filter(({ kind }) => kind !== null);
  const nameById = new Map(parts.map(({ id, name }) => [id!, name]));
  const parentName = ({ parent }: Part) => (parent === null ? null : nameById.get(parent));
  return new Map(parts.map((part) => [part.id!, JSON.stringify([part.kind, part.name, parentName(part)])]));
}
