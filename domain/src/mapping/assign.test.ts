import { describe, expect, it } from 'vitest';
import { assignTags, type Candidates } from './assign.ts';

const input = (aliasId: number, ...scores: [tagId: number, score: number][]): Candidates => ({
  aliasId,
  suggestions: scores.map(([tagId, score]) => ({ tagId, score })),
});
const assigned = (...parameters: Parameters<typeof assignTags>) =>
  Object.fromEntries(assignTags(...parameters));

describe('the tag of an input', () => {
  it('is the best match with at least the minimum score', () => {
    expect(assigned([input(1, [10, 0.9], [11, 0.5]), input(2, [12, 0.69])], 0.7)).toEqual({
      1: { tagId: 10, score: 0.9 },
      2: 'none',
    });
    expect(assigned([input(1, [10, 0.7])], 0.7)).toEqual({ 1: { tagId: 10, score: 0.7 } });
    expect(assigned([input(1)], 0)).toEqual({ 1: 'none' });
  });

  it('is assigned to only one input: the better match; the other input gets its next one', () => {
    expect(assigned([input(1, [10, 0.8], [11, 0.75]), input(2, [10, 0.9])], 0.7)).toEqual({
      1: { tagId: 11, score: 0.75 },
      2: { tagId: 10, score: 0.9 },
    });
    expect(assigned([input(1, [10, 0.8], [11, 0.6])], 0.7, new Set([10]))).toEqual({ 1: 'none' });
  });

  it('is null while two tags are equally likely, unless one of them is assigned to another input', () => {
    expect(assigned([input(1, [10, 0.9], [11, 0.895])], 0.5)).toEqual({ 1: 'ambiguous' });
    expect(assigned([input(1, [10, 0.9], [11, 0.895]), input(2, [11, 0.95])], 0.5)).toEqual({
      1: { tagId: 10, score: 0.9 },
      2: { tagId: 11, score: 0.95 },
    });
  });
});
