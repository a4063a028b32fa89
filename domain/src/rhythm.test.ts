import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationToMilliseconds } from './duration.ts';
import { fewestGaps, measureRhythm } from './rhythm.ts';

const minute = 60_000;
const every = (step: number, count: number): number[] => Array.from({ length: count }, (_, i) => i * step);

describe('the rhythm of points', () => {
  it('is null for fewer than two points, and has no proposal for few points', () => {
    expect(measureRhythm([])).toBeNull();
    expect(measureRhythm([5])).toBeNull();
    expect(measureRhythm(every(minute, fewestGaps))).toMatchObject({ gaps: fewestGaps - 1, proposal: null });
  });

  it('proposes the interval between points, and a tolerance of the same length', () => {
    expect(measureRhythm(every(5 * minute, 101))).toEqual({
      gaps: 100,
      median: 5 * minute,
      usual: 5 * minute,
      proposal: { expectedInterval: 'PT5M', tolerance: 'PT5M', longer: 0 },
    });
  });

  it('ignores single outages in the proposal, but counts them', () => {
    const times = every(minute, 1001);
    const late = times.map((time, index) => time + (index > 500 ? 86_400_000 : 0));
    expect(measureRhythm(late)?.proposal).toEqual({ expectedInterval: 'PT1M', tolerance: 'PT1M', longer: 1 });
  });

  it.each([
    [1040, 'PT1S'],
    [4 * minute, 'PT5M'],
    [62 * minute, 'PT1H'],
    [7 * 60 * minute, 'PT8H'],
    [86_400_000, 'P1D'],
    [45 * 86_400_000, 'P60D'],
  ])('rounds gaps of %d ms to %s', (gap, expected) => {
    expect(measureRhythm(every(gap, 50))?.proposal?.expectedInterval).toBe(expected);
  });

  it('proposes an interval and tolerance that at most 1 % of the gaps exceed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000_000 }), { minLength: fewestGaps, maxLength: 300 }),
        (gaps) => {
          let time = 0;
          const times = [0, ...gaps.map((gap) => (time += gap))];
          const { proposal } = measureRhythm(times)!;
          const limit = 2 * durationToMilliseconds(proposal!.expectedInterval);
          expect(proposal!.longer).toBe(gaps.filter((gap) => gap > limit).length);
          expect(proposal!.longer).toBeLessThanOrEqual(gaps.length / 100);
        },
      ),
    );
  });
});
