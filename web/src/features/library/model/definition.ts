import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { renameAlias, replaceParameters } from '@twinward/domain/language';

/** Pure changes of the definition of a model. */

/** The lists of parts in a definition. */
export type PartList = 'parameters' | 'tagAliases' | 'tags' | 'failureModes' | 'activities' | 'indicators';
export type DefinitionPart<L extends PartList> = ModelDefinition[L][number];

export const partIn = <L extends PartList>(
  definition: ModelDefinition,
  list: L,
  id: number,
): DefinitionPart<L> | undefined =>
  (definition[list] as readonly DefinitionPart<L>[]).find((part) => part.id === id);

/** Replaces the part of the same id, or adds it. */
export function withPart<L extends PartList>(
  definition: ModelDefinition,
  list: L,
  part: DefinitionPart<L>,
): ModelDefinition {
  const all = definition[list] as readonly DefinitionPart<L>[];
  const isKnown = all.some(({ id }) => id === part.id);
  return {
    ...definition,
    [list]: isKnown ? all.map((one) => (one.id === part.id ? part : one)) : [...all, part],
  };
}

const without = (ids: readonly number[], id: number): number[] => ids.filter((one) => one !== id);

/** Removes a part and references to its id. Logic that uses its name is kept, and becomes a problem of the draft. */
export function withoutPart(definition: ModelDefinition, list: PartList, id: number): ModelDefinition {
  const next = {
    ...definition,
    [list]: (definition[list] as readonly { id: number }[]).filter((part) => part.id !== id),
  };
  switch (list) {
    case 'tagAliases':
      return {
        ...next,
        activities: next.activities.map((one) =>
          one.tagAliasId === id ? { ...one, tagAliasId: null } : one,
        ),
        indicators: next.indicators.map((one) => ({
          ...one,
          tagAliasIds: without(one.tagAliasIds, id),
          aliases: one.aliases.filter(({ tagAliasId }) => tagAliasId !== id),
        })),
      };
    case 'failureModes':
      return {
        ...next,
        activities: next.activities.map((one) => ({
          ...one,
          failureModeIds: without(one.failureModeIds, id),
        })),
        indicators: next.indicators.map((one) => ({
          ...one,
          failureModeIds: without(one.failureModeIds, id),
          thresholds: one.thresholds.map((threshold) => ({
            ...threshold,
            actions: threshold.actions.map((action) =>
              action.type === 'advisory'
                ? { ...action, failureModeIds: without(action.failureModeIds, id) }
                : action,
            ),
          })),
        })),
      };
    case 'activities':
      return {
        ...next,
        indicators: next.indicators.map((one) => ({
          ...one,
          thresholds: one.thresholds.map((threshold) => ({
            ...threshold,
            actions: threshold.actions.map((action) =>
              action.type === 'advisory' && action.activityId === id
                ? { ...action, activityId: null }
                : action,
            ),
          })),
        })),
      };
    default:
      return next;
  }
}

/** The indicators that protect against a failure mode. */
export const listProtectionIds = ({ indicators }: ModelDefinition, failureModeId: number): number[] =>
  indicators.filter(({ failureModeIds }) => failureModeIds.includes(failureModeId)).map(({ id }) => id);

/** Sets the indicators that protect against a failure mode. */
export const withProtections = (
  definition: ModelDefinition,
  failureModeId: number,
  protectionIds: readonly number[],
): ModelDefinition => ({
  ...definition,
  indicators: definition.indicators.map((indicator) => {
    const rest = without(indicator.failureModeIds, failureModeId);
    return protectionIds.includes(indicator.id)
      ? { ...indicator, failureModeIds: [...rest, failureModeId].toSorted((one, other) => one - other) }
      : { ...indicator, failureModeIds: rest };
  }),
});

/** Renames an input in all logic. */
export const withInputRenamed = (definition: ModelDefinition, from: string, to: string): ModelDefinition =>
  from === to ? definition : withLogic(definition, (logic) => renameAlias(logic, from, to));

/** Changes all logic. */
export const withLogic = (
  definition: ModelDefinition,
  change: (logic: string) => string,
): ModelDefinition => ({
  ...definition,
  tags: definition.tags.map((tag) => ({ ...tag, logic: change(tag.logic) })),
  indicators: definition.indicators.map((indicator) => ({
    ...indicator,
    thresholds: indicator.thresholds.map((threshold) => ({ ...threshold, logic: change(threshold.logic) })),
  })),
});

/** Renames a parameter in all logic. */
export const withParameterRenamed = (
  definition: ModelDefinition,
  from: string,
  to: string,
): ModelDefinition =>
  from === to
    ? definition
    : withLogic(definition, (logic) => replaceParameters(logic, new Map([[from, to]])));
