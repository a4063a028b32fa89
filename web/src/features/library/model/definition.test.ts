import { type ModelDefinition, modelDefinition } from '@twinward/contracts/library/definition';
import { describe, expect, it } from 'vitest';
import { newThreshold, toDraft } from '../../../shared/protection/draft.ts';
import { planFor, plannedAlias } from '../../../shared/protection/work-plan.ts';
import { blankFailureMode, toFailureModeDraft } from '../../../shared/risk/failure-mode-draft.ts';
import { listProtectionIds, withInputRenamed, withoutPart, withPart, withProtections } from './definition.ts';
import { blankIndicator, withIndicator } from './indicator.ts';
import { toModelProbability } from './model-risk.ts';

const definition: ModelDefinition = modelDefinition.parse({
  missionTime: 'P365D',
  tagAliases: [
    { id: 1, name: 'Vibration' },
    { id: 2, name: 'Service', type: 'work' },
  ],
  tags: [{ id: 3, name: 'Mean', logic: 'MEAN([Vibration], #1h)' }],
  failureModes: [
    { id: 4, name: 'Wear' },
    { id: 5, name: 'Leak' },
  ],
  activities: [{ id: 6, name: 'Inspect', tagAliasId: 2, renews: 'failure-modes', failureModeIds: [4] }],
  indicators: [
    {
      id: 7,
      name: 'Rough',
      tagAliasIds: [1],
      failureModeIds: [4],
      thresholds: [
        {
          id: 20,
          name: 'High',
          logic: '[Vibration] > 5',
          actions: [{ type: 'advisory', activityId: 6, failureModeIds: [4, 5] }],
        },
      ],
    },
  ],
});
const [indicator] = definition.indicators;

describe('parts of a definition', () => {
  it('are replaced by their id, or added', () => {
    const renamed = withPart(definition, 'failureModes', {
      ...definition.failureModes[0]!,
      name: 'Abrasion',
    });
    expect(renamed.failureModes.map(({ name }) => name)).toEqual(['Abrasion', 'Leak']);
    const added = withPart(definition, 'failureModes', { ...definition.failureModes[0]!, id: 21 });
    expect(added.failureModes.map(({ id }) => id)).toEqual([4, 5, 21]);
  });

  it('are removed with all references', () => {
    const noMode = withoutPart(definition, 'failureModes', 4);
    expect(noMode.activities[0]!.failureModeIds).toEqual([]);
    expect(noMode.indicators[0]!.failureModeIds).toEqual([]);
    expect(noMode.indicators[0]!.thresholds[0]!.actions[0]).toMatchObject({ failureModeIds: [5] });
    const noActivity = withoutPart(definition, 'activities', 6);
    expect(noActivity.indicators[0]!.thresholds[0]!.actions[0]).toMatchObject({ activityId: null });
    expect(withoutPart(definition, 'tagAliases', 2).activities[0]!.tagAliasId).toBeNull();
    const noInput = withoutPart(definition, 'tagAliases', 1);
    expect(noInput.indicators[0]!.tagAliasIds).toEqual([]);
    expect(noInput.indicators[0]!.thresholds[0]!.logic).toBe('[Vibration] > 5');
  });

  it('store their protections in the indicators', () => {
    expect(listProtectionIds(definition, 4)).toEqual([7]);
    const moved = withProtections(withProtections(definition, 5, [7]), 4, []);
    expect(moved.indicators[0]!.failureModeIds).toEqual([5]);
  });

  it('are renamed in all logic', () => {
    const renamed = withInputRenamed(definition, 'Vibration', 'Shaking');
    expect(renamed.tags[0]!.logic).toBe('MEAN([Shaking], #1h)');
    expect(renamed.indicators[0]!.thresholds[0]!.logic).toBe('[Shaking] > 5');
  });
});

describe('an indicator', () => {
  const draft = toDraft(blankIndicator({ version: 3 } as never));

  it('preserves the ids of its thresholds, and assigns free ids to new ones', () => {
    const saved = toDraft({ ...indicator!, startDate: null, fields: {}, version: 3 });
    const next = { ...saved, thresholds: [...saved.thresholds, newThreshold('Higher')] };
    const changed = withIndicator(definition, 7, next, null, 21);
    expect(changed.indicators[0]!.thresholds.map(({ id, name }) => [id, name])).toEqual([
      [20, 'High'],
      [21, 'Higher'],
    ]);
  });

  it('of a new activity is added with a new input, each with a unique id', () => {
    const plan = { ...planFor(null, []), name: 'Change the oil', aliasName: 'Oil changes' };
    const watching = { ...draft, name: 'Oil due', type: 'activity' as const, tagAliasIds: [plannedAlias] };
    const changed = withIndicator(definition, 21, watching, plan, 21);
    const input = changed.tagAliases.at(-1)!;
    const activity = changed.activities.at(-1)!;
    expect(input).toMatchObject({ name: 'Oil changes', type: 'work' });
    expect(activity).toMatchObject({ name: 'Change the oil', tagAliasId: input.id });
    expect(changed.indicators.at(-1)).toMatchObject({ id: 21, tagAliasIds: [input.id], active: true });
    expect(new Set([21, input.id, activity.id]).size).toBe(3);
    expect(modelDefinition.safeParse(changed).success).toBe(true);
  });
});

describe('a probability of a model', () => {
  const ofPercent = (percent: number) => ({
    distribution: 'none' as const,
    type: 'cdf' as const,
    shape: null,
    scale: null,
    percent,
  });

  it('is converted to a mean time between failures by the mission time', () => {
    const probability = toModelProbability(ofPercent(50), 'P365D', 'IEC');
    expect(probability?.source).toBe('IEC');
    const again = toFailureModeDraft({ ...blankFailureMode, probability });
    expect(again.probability).toMatchObject({ distribution: 'none', percent: null });
    expect(again.probability?.scale).toMatch(/^P526D/);
  });

  it('requires a mission time for a percentage', () => {
    expect(toModelProbability(ofPercent(50), null, '')).toBeNull();
  });
});
