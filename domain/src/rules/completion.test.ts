import { describe, expect, it } from 'vitest';
import {
  calculatedTagCompletion,
  type IndicatorFacts,
  indicatorCompletion,
  missingOfIndicator,
  tagAliasCompletion,
} from './completion.ts';

describe('the completion of a calculated tag', () => {
  it.each([
    [{ hasAliases: false, aliasesMapped: true, hasLogic: false }, 1, 25],
    [{ hasAliases: true, aliasesMapped: false, hasLogic: false }, 3, 50],
    [{ hasAliases: true, aliasesMapped: true, hasLogic: false }, 7, 75],
    [{ hasAliases: true, aliasesMapped: false, hasLogic: true }, 11, 75],
    [{ hasAliases: false, aliasesMapped: false, hasLogic: true }, 9, 50],
    [{ hasAliases: true, aliasesMapped: true, hasLogic: true }, 15, 100],
  ])('of %o has the bits %i and is %i percent', (facts, bits, percent) => {
    expect(calculatedTagCompletion(facts)).toEqual({ bits, percent });
  });
});

const nothing: IndicatorFacts = {
  hasThresholds: false,
  hasAliases: false,
  aliasesComplete: false,
  thresholdsHaveLogic: false,
  thresholdsEffective: false,
  checksumMatches: false,
};
const all: IndicatorFacts = {
  hasThresholds: true,
  hasAliases: true,
  aliasesComplete: true,
  thresholdsHaveLogic: true,
  thresholdsEffective: true,
  checksumMatches: true,
};

describe('the completion of a protection', () => {
  it.each([
    [nothing, 1, 20],
    [{ ...nothing, hasThresholds: true }, 3, 40],
    [{ ...nothing, hasAliases: true }, 5, 40],
    [{ ...nothing, hasAliases: true, aliasesComplete: true }, 13, 60],
    [{ ...nothing, hasThresholds: true, thresholdsHaveLogic: true, thresholdsEffective: true }, 19, 60],
    [{ ...all, thresholdsEffective: false }, 15, 80],
    [{ ...all, thresholdsHaveLogic: false }, 15, 80],
  ])('of %o has the bits %i and is %i percent', (facts, bits, percent) => {
    expect(indicatorCompletion(facts, false)).toEqual({ bits, percent, complete: false });
  });

  it('does not count missing aliases as complete, nor missing thresholds as effective', () => {
    const facts = { ...nothing, aliasesComplete: true, thresholdsEffective: true };
    expect(indicatorCompletion(facts, false).bits).toBe(1);
  });

  it('is complete with the bits 31, for patterns with 63', () => {
    expect(indicatorCompletion(all, false)).toEqual({ bits: 31, percent: 100, complete: true });
    expect(indicatorCompletion(all, true)).toEqual({ bits: 63, percent: 100, complete: true });
    expect(indicatorCompletion({ ...all, checksumMatches: false }, true)).toEqual({
      bits: 31,
      percent: 83,
      complete: false,
    });
  });
});

describe('the completion of a tag alias', () => {
  it('has five steps, six for patterns, and four without effects', () => {
    const facts = { ...all, thresholdsEffective: false };
    expect(tagAliasCompletion(facts, { pattern: false })).toEqual({ bits: 15, percent: 80 });
    expect(tagAliasCompletion(facts, { pattern: true })).toEqual({ bits: 47, percent: 83 });
    expect(tagAliasCompletion(facts, { pattern: false, withoutEffects: true })).toEqual({
      bits: 15,
      percent: 100,
    });
    expect(tagAliasCompletion(all, { pattern: false, withoutEffects: true })).toEqual({
      bits: 31,
      percent: 100,
    });
  });
});

describe('the missing steps of a protection', () => {
  it('are listed in order', () => {
    expect(missingOfIndicator(nothing, true)).toEqual([
      'A threshold.',
      'An input.',
      'Training on the current definition.',
    ]);
    expect(missingOfIndicator({ ...all, aliasesComplete: false, thresholdsEffective: false }, false)).toEqual(
      ['A complete tag for every input.', 'A level, excursion logging or an action for every threshold.'],
    );
    expect(missingOfIndicator(all, true)).toEqual([]);
  });
});
