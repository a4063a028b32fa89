import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampToAnalysis,
  isUnderRepair,
  lastRenewal,
  percentGivenSurvival,
  type RenewalWork,
  startOfDay,
} from './age.ts';
import { plainConditional, plainRenewal, plainUnderRepair, type WorkItem } from './testing/plain-age.ts';
import { weibullCdf } from './weibull.ts';

const day = 86_400_000;
const repair = (completed: number | null, mechanism: string | null = null): RenewalWork => ({
  renews: 'failure',
  mechanism,
  completed,
  isOpen: completed === null,
});
const upkeep = (completed: number, renews: 'all' | readonly number[]): RenewalWork => ({
  renews,
  completed,
  mechanism: null,
  isOpen: false,
});
const start = { twinStart: 100, analysisStart: 900 };
const wear = { id: 1, mechanism: '2.4' };
const leak = { id: 2, mechanism: '1.1' };

describe('the last renewal', () => {
  it('is the start of the twin, or of the analysis if the twin has no start', () => {
    expect(lastRenewal([], start, null)).toBe(100);
    expect(lastRenewal([], { ...start, twinStart: null }, null)).toBe(900);
  });

  it('of the asset is the end of the last failure of any mechanism', () => {
    expect(lastRenewal([repair(300, '2.4'), repair(500, '1.1')], start, null)).toBe(500);
  });

  it('is not before the start of the twin', () => {
    expect(lastRenewal([repair(50)], start, null)).toBe(100);
    expect(lastRenewal([repair(50)], { ...start, twinStart: null }, null)).toBe(50);
  });

  it('of a failure mode is the work on its mechanism or on an unknown one', () => {
    const work = [repair(300, '2.4'), repair(400), repair(500, '1.1')];
    expect([wear, leak].map((mode) => lastRenewal(work, start, mode))).toEqual([400, 500]);
    expect(lastRenewal(work, start, { id: 3, mechanism: null })).toBe(500);
  });

  it('is preventive work on all or the listed failure modes; the latter does not renew the asset', () => {
    expect(lastRenewal([upkeep(600, 'all')], start, null)).toBe(600);
    expect(lastRenewal([upkeep(600, 'all')], start, leak)).toBe(600);
    expect(lastRenewal([upkeep(600, [1])], start, wear)).toBe(600);
    expect(lastRenewal([upkeep(600, [1])], start, leak)).toBe(100);
    expect(lastRenewal([upkeep(600, [1])], start, null)).toBe(100);
  });
});

describe('an open repair', () => {
  it('belongs to the asset and to the failure modes that it renews', () => {
    const work = [repair(null, '2.4')];
    expect([null, wear, leak].map((mode) => isUnderRepair(work, mode))).toEqual([true, true, false]);
    expect(isUnderRepair([repair(500)], null)).toBe(false);
  });
});

describe('the probability given survival', () => {
  const life = { shape: 2, scale: 1000 };

  it('is 48.6 % from 730 to 1095 days, compared with 69.9 % from the start', () => {
    const given = percentGivenSurvival(life, { renewedAt: 0, asOf: 730 * day, end: 1095 * day });
    expect(given).toBeCloseTo(48.63, 2);
    expect(100 * weibullCdf(life, 1095)).toBeCloseTo(69.85, 2);
  });

  it('is that of a new asset after a renewal, and 0 if the renewal is after the end', () => {
    const renewed = percentGivenSurvival(life, { renewedAt: 740 * day, asOf: 730 * day, end: 1105 * day });
    expect(renewed).toBe(100 * weibullCdf(life, 365));
    expect(percentGivenSurvival(life, { renewedAt: 9 * day, asOf: 5 * day, end: 7 * day })).toBe(0);
  });

  it('does not saturate with age', () => {
    const at = (age: number) => ({ renewedAt: 0, asOf: age * day, end: (age + 30) * day });
    expect(100 * weibullCdf(life, 20_030)).toBe(100);
    expect(percentGivenSurvival(life, at(20_000))).toBeCloseTo(100 * -Math.expm1(-1.2009), 6);
  });

  it('is calculated as of today, within the dates of the analysis', () => {
    expect([5, 15, 25].map((asOf) => clampToAnalysis(asOf, 10, 20))).toEqual([10, 15, 20]);
  });
});

describe('the start of a day', () => {
  it.each([
    ['2026-11-22T18:30:00Z', 'UTC', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T23:30:00Z', 'Europe/Berlin', '2026-11-22T23:00:00.000Z'],
    ['2026-11-22T22:30:00Z', 'Europe/Berlin', '2026-11-21T23:00:00.000Z'],
    // Clocks go back at 3:00 on this day.
    ['2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    // This day has no midnight: clocks go forward from 0:00 to 1:00.
    ['2026-04-24T12:00:00Z', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('at %s in %s is %s', (now, timeZone, midnight) => {
    expect(new Date(startOfDay(Date.parse(now), timeZone)).toISOString()).toBe(midnight);
  });
});

describe('age over random histories', () => {
  const mechanism = fc.constantFrom(null, '1.1', '2.4');
  const hours = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((count) => count * 1_234_567);
  const work: fc.Arbitrary<WorkItem> = fc
    .oneof(
      fc.record({
        kind: fc.constant('corrective' as const),
        start: hours(0, 1000),
        length: fc.option(hours(0, 60)),
        mechanism,
        renews: fc.constant('none' as const),
      }),
      fc.record({
        kind: fc.constant('preventive' as const),
        start: hours(0, 1000),
        length: hours(0, 60),
        mechanism,
        renews: fc.oneof(fc.constantFrom('none' as const, 'all' as const), fc.subarray([1, 2, 3])),
      }),
    )
    .map(({ length, ...item }) => ({ ...item, completed: length === null ? null : item.start + length }));
  const modes = [null, wear, leak, { id: 3, mechanism: null }];
  const toRenewal = ({ kind, renews, ...item }: WorkItem): RenewalWork[] => {
    const { mechanism: stated, completed } = item;
    if (kind === 'corrective') return [repair(completed, stated)];
    return renews === 'none' || completed === null ? [] : [upkeep(completed, renews)];
  };

  it('agrees with a reference implementation, to the millisecond and 1e-12', () => {
    fc.assert(
      fc.property(
        fc.array(work, { maxLength: 30 }),
        fc.option(hours(0, 500)),
        fc.double({ min: 0.3, max: 6, noNaN: true }),
        fc.double({ min: 0.5, max: 400, noNaN: true }),
        hours(0, 1500),
        hours(0, 1500),
        (items, twinStart, shape, scale, asOf, length) => {
          const since = { twinStart, analysisStart: 400_000_000 };
          const renewals = items.flatMap(toRenewal);
          for (const mode of modes) {
            const renewedAt = lastRenewal(renewals, since, mode);
            expect(renewedAt).toBe(plainRenewal(items, since, mode));
            expect(isUnderRepair(renewals, mode)).toBe(plainUnderRepair(items, mode));
            const times = { renewedAt, asOf, end: asOf + length };
            const share = percentGivenSurvival({ shape, scale }, times) / 100;
            expect(Math.abs(share - plainConditional({ shape, scale }, times))).toBeLessThan(1e-12);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
