import { type NewProtectionWithActivity, workTag } from '@twinward/contracts/protections/activity-protection';
import type { Activity } from '@twinward/contracts/twins/activity';
import { aliasName, type TagAlias } from '@twinward/contracts/twins/tag-alias';
import { renameAlias } from '@twinward/domain/language';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ActivityEntry, activityProblems } from '../work/activity-fields.tsx';
import { type Draft, type LogicInput, type TwinInput, toBody } from './draft.ts';

/** An activity that a protection can watch. */
export type WatchedActivity = ActivityEntry & Pick<Activity, 'id' | 'tagAliasId'>;

/** The activity that a protection watches, being edited. */
export interface WorkPlan extends ActivityEntry {
  /** Id of an existing activity; null for a new one. */
  activityId: number | null;
  /** The alias under which its work is recorded; `plannedAlias` for a new one. */
  tagAliasId: number | null;
  /** Name of a new alias. */
  aliasName: string;
  /** Name of a new tag to record work under; empty for none. */
  tagName: string;
}

/** The temporary id of an alias that is created with the protection. */
export const plannedAlias = -1;

const noEntry: ActivityEntry = { name: '', description: '', duration: null, cost: null, resource: '' };

/** The initial plan for an existing or new activity, with a suggested work alias. */
export function planFor(activity: WatchedActivity | null, works: readonly LogicInput[]): WorkPlan {
  const { name, description, duration, cost, resource } = activity ?? noEntry;
  return {
    activityId: activity?.id ?? null,
    tagAliasId: activity?.tagAliasId ?? works[0]?.id ?? plannedAlias,
    name,
    description,
    duration,
    cost,
    resource,
    aliasName: works.some((alias) => alias.name === 'Work') ? '' : 'Work',
    tagName: '',
  };
}

/** The activity that a saved protection watches: its work is recorded under an input of the protection. */
export const watchedBy = <Watched extends WatchedActivity>(
  draft: Draft,
  activities: readonly Watched[],
): Watched | null =>
  activities.find(({ tagAliasId }) => tagAliasId !== null && draft.tagAliasIds.includes(tagAliasId)) ?? null;

/** The new input of a plan. */
export const plannedInput = ({ aliasName, tagName }: WorkPlan): TwinInput => ({
  id: plannedAlias,
  type: 'work',
  name: aliasName,
  description: '',
  unit: null,
  mappedTagId: null,
  mappedTagName: tagName === '' ? null : tagName,
  mappedTagUnit: null,
});

/** Updates the inputs and logic of a draft after its plan changed. */
export function followPlan(
  { tagAliasIds, aliases, thresholds }: Draft,
  before: WorkPlan | null,
  after: WorkPlan | null,
): Partial<Draft> {
  const from = before?.tagAliasId ?? null;
  const to = after?.tagAliasId ?? null;
  if (from === to) {
    if (to !== plannedAlias || !before?.aliasName || !after?.aliasName) return {};
    const rename = (logic: string) => renameAlias(logic, before.aliasName, after.aliasName);
    return { thresholds: thresholds.map((one) => ({ ...one, logic: rename(one.logic) })) };
  }
  const others = tagAliasIds.filter((id) => id !== from && id !== to);
  const setting = aliases.find(({ tagAliasId }) => tagAliasId === from);
  const kept = aliases.filter(({ tagAliasId }) => tagAliasId !== from);
  const has = kept.some(({ tagAliasId }) => tagAliasId === to);
  return {
    tagAliasIds: to === null ? others : [...others, to],
    aliases: setting && to !== null && !has ? [...kept, { ...setting, tagAliasId: to }] : kept,
  };
}

const aliasNameRule = schemaRule(aliasName);
const tagNameRule = schemaRule(workTag.shape.name);

/** The validation errors of a plan, by the server's field names. */
export function planProblems(plan: WorkPlan, aliases: readonly LogicInput[]): [string, string][] {
  const found = Object.entries(activityProblems(plan)).map(([field, message]): [string, string | null] => [
    `activity.${field}`,
    message ?? null,
  ]);
  if (plan.tagAliasId === plannedAlias) {
    const isTaken = aliases.some(({ id, name }) => id !== plannedAlias && name === plan.aliasName.trim());
    found.push([
      'tagAlias.name',
      aliasNameRule(plan.aliasName) ?? (isTaken ? 'Please enter a unique value.' : null),
    ]);
  }
  found.push(['tag.name', plan.tagName.trim() === '' ? null : tagNameRule(plan.tagName)]);
  return found.flatMap(([path, message]) => (message === null ? [] : [[path, message]]));
}

/** The activity fields of a plan. */
export const toActivityEntry = ({
  name,
  description,
  duration,
  cost,
  resource,
}: WorkPlan): ActivityEntry => ({
  name,
  description,
  duration,
  cost,
  resource,
});

/**
 * The request to update the activity of a plan.
 * @param activity the saved activity
 */
export const toActivityChange = (plan: WorkPlan, activity: Activity) => ({
  id: activity.id,
  version: activity.version,
  lifeCycleState: activity.lifeCycleState,
  ...toActivityEntry(plan),
  tagAliasId: plan.tagAliasId === plannedAlias ? null : plan.tagAliasId,
});

/**
 * The request to create a protection with its activity.
 * @param activity the saved activity; null for a new one
 */
export function bodyWithActivity(
  twinId: number,
  draft: Draft,
  plan: WorkPlan,
  activity: Activity | null,
  aliases: readonly Pick<TagAlias, 'id' | 'version'>[],
): NewProtectionWithActivity {
  const indicator = toBody(draft, null);
  const isPlanned = plan.tagAliasId === plannedAlias;
  const tag = plan.tagName.trim() === '' ? null : { name: plan.tagName, caption: '', description: '' };
  const existing = aliases.find(({ id }) => id === plan.tagAliasId);
  const setting = indicator.aliases.find(({ tagAliasId }) => tagAliasId === plannedAlias);
  const { tagAliasId: _, ...interval } = setting ?? { tagAliasId: 0 };
  const known = existing && { id: existing.id, version: existing.version };
  return {
    indicator: {
      ...indicator,
      twinId,
      tagAliasIds: indicator.tagAliasIds.filter((id) => id !== plannedAlias),
      aliases: indicator.aliases.filter(({ tagAliasId }) => tagAliasId !== plannedAlias),
    },
    activityAction: activity === null ? 'insert' : 'update',
    activity:
      activity === null
        ? {
            ...toActivityEntry(plan),
            tagAliasId: isPlanned ? null : plan.tagAliasId,
            renews: 'none',
            failureModeIds: [],
            lifeCycleState: 'new',
          }
        : toActivityChange(plan, activity),
    tagAlias: isPlanned ? { name: plan.aliasName, description: '' } : tag === null ? null : (known ?? null),
    tag,
    interval: setting === undefined ? null : (interval as NewProtectionWithActivity['interval']),
  };
}
