import { describe, expect, it } from 'vitest';
import { countToDuration, defaultDurationUnits, durationToCount, durationUnits } from './duration-value.ts';

describe('a count and unit as a duration', () => {
  it.each([
    ['45', 'seconds', 'PT45S'],
    ['5', 'minutes', 'PT5M'],
    ['8', 'hours', 'PT8H'],
    ['030', 'days', 'P30D'],
    ['2', 'weeks', 'P2W'],
    ['6', 'months', 'P6M'],
    ['100', 'years', 'P100Y'],
    ['0', 'seconds', 'PT0S'],
    ['0', 'hours', 'PT0H'],
    ['0', 'years', 'P0Y'],
  ] as const)('%s %s is %s', (count, unit, iso) => {
    expect(countToDuration(count, unit)).toBe(iso);
    expect(durationToCount(iso, durationUnits)).toEqual({ count: String(Number(count)), unit });
  });
});

describe('a duration as a count and unit', () => {
  it.each([
    ['P14D', '14', 'days'],
    ['PT48H', '48', 'hours'],
    ['PT7200S', '2', 'hours'],
    ['P1Y6M', '18', 'months'],
    ['P2Y12M', '3', 'years'],
    ['P1DT12H', '36', 'hours'],
    ['P1M1D', '31', 'days'],
    ['PT90M', '2', 'hours'],
    ['P8812DT43200.5S', '211500', 'hours'],
  ])('shows %s as %s %s', (iso, count, unit) => {
    expect(durationToCount(iso, defaultDurationUnits)).toEqual({ count, unit });
  });

  it('returns no count for an invalid duration', () => {
    expect(durationToCount('soon', defaultDurationUnits)).toBeNull();
    expect(durationToCount('', defaultDurationUnits)).toBeNull();
  });
});
