import { describe, expect, it } from 'vitest';
import { consequenceWith, probabilityWith } from '../../testing/twins.ts';
import {
  calculatePercent,
  findProblems,
  missingPercent,
  missingRisk,
  newConsequence,
  newProbability,
  toRiskChange,
  toRiskDraft,
} from './draft.ts';

const mission = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P365D' };
const noMission = { startDate: null, missionTime: 'P365D' };
const nothing = { probability: null, consequence: null };
const weibull = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;

describe('the text instead of a percentage', () => {
  it.each([
    [null, noMission, 'Not set'],
    [{ ...newProbability, ...weibull }, noMission, 'Needs start date'],
    [
      { ...newProbability, ...weibull },
      { startDate: null, missionTime: null },
      'Needs start date and mission time',
    ],
  ])('for %j with %j is %s', (probability, shown, text) => {
    expect(missingPercent(probability, shown)).toBe(text);
    const consequence = newConsequence;
    expect(missingRisk({ probability, consequence }, shown)).toBe(text);
    expect(missingRisk({ probability, consequence: null }, shown)).toBe('Not set');
  });
});

describe('the percentage of a draft', () => {
  it.each([
    ['without a probability', null, mission, null],
    ['as typed', { ...newProbability, percent: 8 }, mission, 8],
    ['out of bounds', { ...newProbability, percent: 101 }, mission, null],
    ['of a Weibull', { ...newProbability, ...weibull }, mission, 12],
    ['of a Weibull without a start date', { ...newProbability, ...weibull }, noMission, null],
    ['without a scale', { ...newProbability, distribution: 'weibull', shape: 2 } as const, mission, null],
  ])('%s', (_, draft, during, percent) => expect(calculatePercent(draft, during)).toBe(percent));

  it('uses the mission if only a scale is given', () => {
    const saved = probabilityWith(20, { distribution: 'none', type: 'none', scale: 'P1635DT60000S' });
    const { probability } = toRiskDraft({ probability: saved, consequence: null });
    expect(calculatePercent(probability, { ...mission, missionTime: 'P730D' })).toBe(36);
  });
});

describe('the problems of a draft', () => {
  it('are returned by field, with the messages of the rules', () => {
    const draft = {
      probability: { ...newProbability, distribution: 'weibull', shape: -1 } as const,
      consequence: { value: 1.5, description: '' },
    };
    expect(findProblems(draft, mission)).toEqual({
      shape: 'Please enter a positive number.',
      scale: 'Required.',
      value: 'Please enter an integer.',
    });
  });

  it('include a percentage without a mission', () => {
    const draft = { probability: newProbability, consequence: newConsequence };
    expect(findProblems(draft, noMission)).toEqual({
      percent: 'Probability % needs a start date and mission time',
      value: 'Required.',
    });
    expect(findProblems(draft, mission).percent).toBe('Required.');
  });

  it('are empty if nothing is assigned', () => expect(findProblems(nothing, noMission)).toEqual({}));
});

describe('the body of a save', () => {
  const record = { probability: probabilityWith(12), consequence: consequenceWith(5, 'Repair') };

  it('omits unchanged values', () => {
    expect(toRiskChange(toRiskDraft(record), record)).toEqual(nothing);
  });

  it('contains the state of added, changed and removed values', () => {
    const set = {
      probability: { ...newProbability, percent: 8 },
      consequence: { value: 100, description: 'Lost hour' },
    };
    expect(toRiskChange(set, nothing)).toEqual({
      probability: {
        lifeCycleState: 'edit',
        value: 8,
        library: false,
        failureDistributionParameters: { distribution: 'none', type: 'none', scale: null },
        dirtyFlags: ['failureDistributionParameters'],
      },
      consequence: {
        lifeCycleState: 'edit',
        value: 100,
        scale: 'dollars',
        description: 'Lost hour',
        library: false,
      },
    });
    expect(toRiskChange(set, record)).toMatchObject({
      probability: { lifeCycleState: null },
      consequence: { lifeCycleState: null },
    });
    expect(toRiskChange(nothing, record)).toMatchObject({
      probability: { lifeCycleState: 'removed' },
      consequence: { lifeCycleState: 'removed' },
    });
  });
});
