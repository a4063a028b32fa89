import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { DAY, parseDuration } from '../../duration.ts';
import { calendarGrid, type Grid } from './grid.ts';

const YEAR = 365 * DAY;

/** Reference implementation: tests every point up to the second one after the completion. */
function nearestByWalking(grid: Grid, satisfied: number, completion: number): number {
  const distance = (index: number) => Math.abs(grid.at(index) - completion);
  let best = satisfied + 1;
  for (let index = best; grid.at(index - 1) <= completion; index++) {
    if (distance(index) < distance(best)) best = index;
  }
  return best;
}

describe('the nearest point of a calendar plan', () => {
  test.each(['UTC', 'Europe/Berlin', 'Pacific/Apia'])(
    'equals that of the reference implementation, in %s',
    (timeZone) => {
      const interval = fc.constantFrom(
        'PT1S',
        'PT90M',
        'P1D',
        'P10D',
        'P1M',
        'P1M15DT0.5S',
        'P7M',
        'P1Y',
        'P10Y',
      );
      const start = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2030, 0, 1) });
      fc.assert(
        fc.property(
          interval,
          start,
          fc.nat(30),
          fc.double({ min: -2, max: 40, noNaN: true }),
          (text, from, done, steps) => {
            const duration = parseDuration(text);
            const grid = calendarGrid(from, duration, timeZone);
            const step = duration.months * 30 * DAY + duration.milliseconds;
            const completion = from + Math.round(steps * step);
            expect(grid.nearest(done, completion)).toBe(nearestByWalking(grid, done, completion));
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  test('is the earlier one if two are equally near', () => {
    const grid = calendarGrid(0, parseDuration('P2D'), 'UTC');
    expect(grid.nearest(0, 3 * DAY)).toBe(1);
    expect(grid.nearest(0, 3 * DAY + 1)).toBe(2);
  });

  test('is found without iterating over earlier points', () => {
    expect(calendarGrid(0, parseDuration('PT0.001S'), 'UTC').nearest(0, 56 * YEAR)).toBe(56 * YEAR);
    const monthly = calendarGrid(Date.UTC(1, 0, 31), parseDuration('P1M'), 'Europe/Berlin');
    const lookups = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    expect(monthly.nearest(0, Date.UTC(9999, 0, 31))).toBe((9999 - 1901) * 12);
    expect(lookups.mock.calls.length).toBeLessThan(500);
    lookups.mockRestore();
  });
});
