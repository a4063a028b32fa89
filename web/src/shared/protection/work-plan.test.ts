import type { Activity } from '@twinward/contracts/twins/activity';
import { describe, expect, it } from 'vitest';
import { type Draft, type LogicInput, newSeed, newThreshold, toDraft, withoutSettings } from './draft.ts';
import {
  bodyWithActivity,
  followPlan,
  planFor,
  plannedAlias,
  plannedInput,
  planProblems,
  toActivityChange,
} from './work-plan.ts';

const service: LogicInput & { version: number } = {
  ...plannedInput(planFor(null, [])),
  id: 4,
  name: 'Service',
  version: 3,
};
const oil: Activity = {
  id: 9,
  twinId: 7,
  tagAliasId: 4,
  name: 'Change the oil',
  description: '',
  duration: 'PT2H',
  cost: 400,
  resource: 'Crew A',
  renews: 'none',
  failureModeIds: [],
  lifeCycleState: null,
  fields: {},
  version: 2,
};
const activityDraft = (change: Partial<Draft> = {}): Draft => ({
  ...toDraft(newSeed(7)),
  name: 'Service due',
  type: 'activity',
  ...change,
});

describe('a maintenance plan', () => {
  it('starts with a work alias of the twin, or a new one', () => {
    expect(planFor(null, [service])).toMatchObject({ activityId: null, tagAliasId: 4 });
    expect(planFor(null, [])).toMatchObject({ tagAliasId: plannedAlias, aliasName: 'Work', name: '' });
    expect(planFor(oil, [])).toMatchObject({
      activityId: 9,
      tagAliasId: 4,
      name: 'Change the oil',
      cost: 400,
    });
  });

  it('updates inputs, settings and logic of the draft', () => {
    const planned = planFor(null, []);
    const setting = { ...withoutSettings(plannedAlias), intervalType: 'calendar' as const };
    const draft = activityDraft({
      tagAliasIds: [plannedAlias],
      aliases: [setting],
      thresholds: [{ ...newThreshold('Due'), logic: 'INTERVAL([Work]) > #1d' }],
    });
    expect(followPlan(draft, null, planned)).toEqual({ tagAliasIds: [plannedAlias], aliases: [setting] });
    const renamed = followPlan(draft, planned, { ...planned, aliasName: 'Oil changes' });
    expect(renamed.thresholds![0]!.logic).toBe('INTERVAL([Oil changes]) > #1d');
    expect(followPlan(draft, planned, { ...planned, tagAliasId: 4 })).toEqual({
      tagAliasIds: [4],
      aliases: [{ ...setting, tagAliasId: 4 }],
    });
    expect(followPlan(draft, planned, null)).toEqual({ tagAliasIds: [], aliases: [] });
  });

  it('has validation errors', () => {
    const plan = { ...planFor(null, []), aliasName: 'a[b', cost: 1.5 };
    expect(planProblems(plan, [])).toEqual([
      ['activity.name', 'Required.'],
      ['activity.cost', 'Please enter an integer.'],
      ['tagAlias.name', 'Please enter a name without brackets.'],
    ]);
    const taken = { ...planFor(null, []), name: 'Oil', aliasName: 'Service' };
    expect(planProblems(taken, [service])).toEqual([['tagAlias.name', 'Please enter a unique value.']]);
  });
});

describe('the request', () => {
  it('creates activity, alias, tag and protection together', () => {
    const plan = { ...planFor(null, []), name: 'Change the oil', aliasName: 'Service', tagName: 'P-1.S' };
    const setting = {
      ...withoutSettings(plannedAlias),
      intervalType: 'calendar' as const,
      expectedInterval: 'P30D',
    };
    const draft = activityDraft({ tagAliasIds: [plannedAlias], aliases: [setting] });
    const { tagAliasId: _, ...interval } = setting;
    expect(bodyWithActivity(7, draft, plan, null, [])).toMatchObject({
      indicator: { twinId: 7, name: 'Service due', type: 'activity', tagAliasIds: [], aliases: [] },
      activityAction: 'insert',
      activity: { name: 'Change the oil', tagAliasId: null },
      tagAlias: { name: 'Service' },
      tag: { name: 'P-1.S' },
      interval,
    });
  });

  it('updates an existing activity, under an existing alias', () => {
    const plan = { ...planFor(oil, [service]), cost: 500 };
    const setting = { ...withoutSettings(4), expectedInterval: 'P30D' };
    const draft = activityDraft({ tagAliasIds: [4], aliases: [setting] });
    const change = { id: 9, version: 2, name: 'Change the oil', cost: 500, tagAliasId: 4 };
    expect(bodyWithActivity(7, draft, plan, oil, [service])).toMatchObject({
      indicator: { tagAliasIds: [4], aliases: [setting] },
      activityAction: 'update',
      activity: change,
      tagAlias: null,
      tag: null,
      interval: null,
    });
    expect(toActivityChange(plan, oil)).toMatchObject(change);
    expect(bodyWithActivity(7, draft, { ...plan, tagName: 'P-1.S' }, oil, [service])).toMatchObject({
      tagAlias: { id: 4, version: 3 },
      tag: { name: 'P-1.S' },
    });
  });
});
