import { describe, expect, it } from 'vitest';
import { doneSteps, firstOpen, matchLogic, patternsWithout, proposedThresholds } from './steps.ts';

const noMatch = { id: 1, name: 'No match', default: true, color: '#9E9E9E' };
const leak = { id: 2, name: 'Leak', default: false, color: '#D55E00' };
const wear = { id: 3, name: 'Wear', default: false, color: '#0072B2' };
const patterns = [noMatch, leak, wear];
const draft = {
  patterns,
  ranges: [],
  strictness: 'normal' as const,
  confidence: 0.25,
  stepSeconds: null,
  condition: '',
  mostRefused: 0.2,
  mostWrong: 0.2,
};
const untrained = { model: null, isCurrent: false };

describe('the guided page', () => {
  it('opens the first step that is not completed', () => {
    const fresh = doneSteps(
      { tagAliasIds: [], thresholds: [] },
      { ...draft, patterns: [noMatch] },
      untrained,
    );
    expect(firstOpen(fresh)).toBe('inputs');
    const named = doneSteps({ tagAliasIds: [7], thresholds: [] }, draft, untrained);
    expect(named).toEqual({ inputs: true, patterns: true, ranges: false, train: false, thresholds: false });
    expect(firstOpen(named)).toBe('ranges');
  });
});

describe('proposed thresholds', () => {
  const hot = { name: 'Leak', logic: '[Temperature] > 100' };

  it('refer to each pattern except the default one, once', () => {
    const named = [{ name: 'Any wear', logic: `${matchLogic(wear)} or [Temperature] > 100` }];
    expect(patternsWithout(patterns, named)).toEqual([leak]);
    expect(proposedThresholds(patterns, named).map(({ name, logic, level }) => [name, logic, level])).toEqual(
      [['Leak', 'MATCHESPATTERN("Leak")', 500]],
    );
  });

  it('have unused names', () => {
    expect(proposedThresholds([leak], [hot]).map(({ name }) => name)).toEqual(['Leak 2']);
  });
});
