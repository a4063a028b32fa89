import { type ModelDefinition, maximumPartId } from '@twinward/contracts/library/definition';
import { withPartIds } from '../library/join.ts';
import { type Part, toParts } from '../library/parts.ts';
import { compareTexts } from './json.ts';

const byName = <T extends { name: string }>(parts: readonly T[]): T[] =>
  [...parts].sort((one, other) => compareTexts(one.name, other.name));
const ascending = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);

/** A definition whose parts have new ids. */
interface Renumbered {
  definition: ModelDefinition;
  /** The new ids by the old ones. */
  ids: ReadonlyMap<number, number>;
}

/**
 * Renumbers the parts of a definition in the order of their names, so that equal twins have equal definitions. Parts of
 * the twin's model keep their ids; the others are numbered after them. Thresholds keep their order.
 * @param modelParts ids of the parts of the twin's model
 */
export function numberParts(
  definition: ModelDefinition,
  modelParts: ReadonlySet<number> = new Set(),
): Renumbered {
  const sorted: ModelDefinition = {
    ...definition,
    parameters: byName(definition.parameters),
    tagAliases: byName(definition.tagAliases),
    tags: byName(definition.tags),
    failureModes: byName(definition.failureModes),
    activities: byName(definition.activities),
    indicators: byName(definition.indicators),
  };
  const own = toParts(sorted).filter(({ kind, id }) => kind !== null && !modelParts.has(id!));
  const last = Math.max(0, ...modelParts);
  const ids = new Map(own.map(({ id }, place) => [id!, last + place + 1]));
  return { definition: withSortedIds(withPartIds(sorted, ids)), ids };
}

function withSortedIds(numbered: ModelDefinition): ModelDefinition {
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
 * Gives the own parts of a definition the ids of a twin's own parts with the same kinds and names. Other own parts get
 * ids from `firstFree` on. Parts of the model keep their ids.
 */
export function reusePartIds(
  definition: ModelDefinition,
  twin: ModelDefinition,
  { firstFree, modelParts }: { firstFree: number; modelParts: ReadonlySet<number> },
): Renumbered {
  const ids = new Map<number, number>();
  const known = new Map<string, number>();
  for (const [id, name] of toPartKeys(twin)) if (id > maximumPartId) known.set(name, id);
  let free = firstFree;
  for (const [id, name] of toPartKeys(definition))
    if (!modelParts.has(id)) ids.set(id, known.get(name) ?? free++);
  return { definition: withPartIds(definition, ids), ids };
}

/** Returns the key of each part: its kind, its name and the name of its indicator. */
function toPartKeys(definition: ModelDefinition): Map<number, string> {
  const parts = toParts(definition).filter(({ kind }) => kind !== null);
  const nameById = new Map(parts.map(({ id, name }) => [id!, name]));
  const parentName = ({ parent }: Part) => (parent === null ? null : nameById.get(parent));
  return new Map(parts.map((part) => [part.id!, JSON.stringify([part.kind, part.name, parentName(part)])]));
}
