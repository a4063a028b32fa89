import type { ModelDefinition, ModelIndicator } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import {
  blankProtection,
  type Draft,
  definitionOfDraft,
  type EditedProtection,
} from '../../../shared/protection/draft.ts';
import { plannedAlias, toActivityEntry, type WorkPlan } from '../../../shared/protection/work-plan.ts';
import { partIn, withPart } from './definition.ts';

/** Converts an indicator of a model for the form of a protection. */
export const readIndicator = (model: TwinModel, id: number): EditedProtection | undefined => {
  const found = partIn(model.definition, 'indicators', id);
  return found && { ...found, startDate: null, fields: {}, version: model.version };
};

/** The initial values of a new indicator. Unlike a protection of a twin, it is active. */
export const blankIndicator = ({ version }: TwinModel): EditedProtection => ({
  ...blankProtection(),
  active: true,
  version,
});

/**
 * Adds or replaces an indicator in a definition, with the activity that it watches.
 * @param id id of the indicator; for a new one, an unused id with no used ids above it
 * @param plan the edited activity; null if unchanged
 */
export function withIndicator(
  definition: ModelDefinition,
  id: number,
  draft: Draft,
  plan: WorkPlan | null,
  firstFree: number,
): ModelDefinition {
  let free = Math.max(firstFree, id + 1);
  const next = () => free++;
  const planned = plan === null ? null : withPlan(definition, plan, next);
  const toInput = (alias: number): number =>
    alias === plannedAlias ? (planned?.tagAliasId ?? alias) : alias;
  const { startDate: _, ...evaluated } = definitionOfDraft(draft);
  const indicator: ModelIndicator = {
    id,
    name: draft.name,
    description: draft.description,
    active: draft.active,
    failureModeIds: draft.failureModeIds,
    ...evaluated,
    thresholds: evaluated.thresholds.map((threshold) => ({ ...threshold, id: threshold.id ?? next() })),
    tagAliasIds: evaluated.tagAliasIds.map(toInput),
    aliases: evaluated.aliases.map((setting) => ({ ...setting, tagAliasId: toInput(setting.tagAliasId) })),
    patterns: partIn(definition, 'indicators', id)?.patterns ?? null,
  };
  return withPart(planned?.definition ?? definition, 'indicators', indicator);
}

/** Adds or changes the activity of a plan, and adds its input if new. */
function withPlan(definition: ModelDefinition, plan: WorkPlan, next: () => number) {
  const isNewInput = plan.tagAliasId === plannedAlias;
  const tagAliasId = isNewInput ? next() : plan.tagAliasId;
  const withInput = isNewInput
    ? withPart(definition, 'tagAliases', {
        id: tagAliasId!,
        type: 'work',
        name: plan.aliasName.trim(),
        description: '',
        keywords: [],
        unit: null,
        options: {},
        tagNamePattern: null,
      })
    : definition;
  const known = plan.activityId === null ? undefined : partIn(definition, 'activities', plan.activityId);
  const activity = {
    ...(known ?? { id: next(), renews: 'none' as const, failureModeIds: [] }),
    ...toActivityEntry(plan),
    tagAliasId,
  };
  return { definition: withPart(withInput, 'activities', activity), tagAliasId };
}
