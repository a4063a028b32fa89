import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';
import { describe, expect, it } from 'vitest';
import { findWarnings } from './warnings.ts';

const pattern = (name: string, change: Partial<PatternEvaluation['patterns'][number]> = {}) => ({
  patternId: 1,
  name,
  ranges: 2,
  samples: 500,
  isWholeRange: true,
  precision: 1,
  recall: 1,
  ...change,
});
const fine: Omit<PatternEvaluation, 'warnings'> = {
  confusion: [
    [90, 10],
    [5, 95],
  ],
  patterns: [pattern('No match'), pattern('Leak')],
  refused: 0.01,
  macroF1: 0.92,
  inputs: [
    { tagAliasId: 1, tagAliasName: 'Flow', importance: 0.6 },
    { tagAliasId: 2, tagAliasName: 'Speed', importance: 0.4 },
  ],
  leftOut: 0,
  suggestsLenient: false,
};

describe('the warnings of a training', () => {
  it('are empty for a training without problems', () => {
    expect(findWarnings(fine, [])).toEqual([]);
  });

  it.each<[what: string, change: Partial<typeof fine>, constant: string[], warning: RegExp]>([
    [
      'a single range',
      { patterns: [pattern('No match'), pattern('Leak', { ranges: 1 })] },
      [],
      /^Leak has one/,
    ],
    ['few rows', { patterns: [pattern('No match'), pattern('Leak', { samples: 40 })] }, [], /few rows: 40/],
    [
      'one input that decides alone',
      {
        inputs: [
          { tagAliasId: 1, tagAliasName: 'Hours', importance: 0.97 },
          { tagAliasId: 2, tagAliasName: 'Flow', importance: 0.03 },
        ],
      },
      [],
      /^\[Hours\] alone distinguishes the patterns: it has 97 % of the weight\./,
    ],
    ['a constant input', {}, ['Speed'], /^\[Speed\] never changed/],
    [
      'patterns that are not distinguished',
      {
        confusion: [
          [90, 10],
          [70, 30],
        ],
      },
      [],
      /^Leak is hardly distinguished from No match: 70 % of its held-out rows/,
    ],
    [
      'a pattern that was not tested',
      {
        confusion: [
          [90, 10],
          [0, 0],
        ],
      },
      [],
      /^Leak could not be tested/,
    ],
    [
      'a gate that refuses many rows',
      { refused: 0.34, suggestsLenient: true },
      [],
      /refuses 34 % .* lenient\.$/,
    ],
    ['a condition that is seldom true', { leftOut: 0.8 }, [], /leaves out 80 %/],
  ])('report %s', (_what, change, constant, warning) => {
    expect(findWarnings({ ...fine, ...change }, constant)).toEqual([expect.stringMatching(warning)]);
  });
});
