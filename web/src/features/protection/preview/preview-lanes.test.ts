import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { describe, expect, it } from 'vitest';
import { answerSpans, levelLane, listExcursionSpans, previewLanes } from './preview-lanes.ts';
import type { Result } from './use-preview.ts';

const result: Result = {
  findings: {
    excursions: [{ threshold: 0, start: 20, end: null }],
    levels: [
      { time: 0, level: 0, driving: null },
      { time: 20, level: 500, driving: 0 },
    ],
    answers: [
      { time: 5, pattern: 0 },
      { time: 30, pattern: 1 },
    ],
    truncated: false,
  } as unknown as Result['findings'],
  definition: { thresholds: [{ id: 1, name: 'High', level: 500 }] } as Result['definition'],
  range: { from: 0, to: 100 },
};
const listSpans = (groups: readonly { spans: readonly { from: number; to: number }[] }[]) =>
  groups.flatMap(({ spans }) => spans);

describe('the lanes of a preview', () => {
  it('summarize the findings of an evaluated range', () => {
    const [lane] = previewLanes(result, null, { from: 0, to: 100 }, 500);
    expect(lane!.summary).toMatch(/^1 excursion, .*open$/);
    const [threshold] = result.definition.thresholds;
    const unkept = {
      ...result,
      definition: { thresholds: [{ ...threshold, logExcursion: false }] },
    } as Result;
    expect(previewLanes(unkept, null, { from: 0, to: 100 }, 500)[0]!.summary).toMatch(/^1 time, not kept, /);
  });

  it('show total counts if findings are truncated', () => {
    const hour = 3_600_000;
    const many = {
      ...result,
      findings: { ...result.findings, counts: [7200], durations: [16 * hour], truncated: true },
    };
    const [lane] = previewLanes(many, null, { from: 0, to: 100 }, 500);
    expect(lane!.summary).toBe('7,200 excursions, 16 h, open');
    const [inside] = previewLanes(many, null, { from: 10, to: 90 }, 500);
    expect(inside!.summary).toBe('7,200 excursions, 16 h, open in the whole evaluated range');
  });

  it('do not show findings of the previous range for a new one', () => {
    const wider = { from: -100, to: 400 };
    const [lane] = previewLanes(result, result, wider, 500);
    expect(lane!.summary).toBe('only partly calculated in this range');
    expect(lane!.saved!.summary).toBe('only partly calculated in this range');
    expect(listSpans(lane!.groups)).toEqual([{ from: 20, to: 100 }]);
    expect(listSpans(levelLane(result, 500))).toEqual([{ from: 20, to: 100 }]);
    const old = { ...result, range: null };
    expect(listSpans(previewLanes(old, null, wider, 500)[0]!.groups)).toEqual([]);
    expect(listExcursionSpans(result, 500)).toEqual([{ level: 500, from: 20, to: 100 }]);
    expect(listExcursionSpans(old, 500)).toEqual([]);
    const patterns = [{ id: 7 }, { id: 8 }] as PatternOfSet[];
    expect(answerSpans(result, patterns, 500)).toEqual([
      { patternId: 7, start: 5, end: 30, count: 1 },
      { patternId: 8, start: 30, end: 100, count: 1 },
    ]);
    expect(answerSpans(old, patterns, 500)).toEqual([]);
  });
});
