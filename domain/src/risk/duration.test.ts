import { describe, expect, it } from 'vitest';
import { daysToDuration, durationToDays, millisecondsToDuration } from './duration.ts';

describe('durationToDays', () => {
  it.each([
    ['P1Y', 365],
    ['P2M', 60],
    ['P3W', 21],
    ['P1Y2M3W4D', 450],
    ['PT36H', 1.5],
    ['P1DT6H30M', 1 + 6.5 / 24],
    ['PT43200.5S', 43_200.5 / 86_400],
    ['P0D', 0],
  ])('reads %s as %d days', (duration, days) => expect(durationToDays(duration)).toBeCloseTo(days, 12));

  it.each(['', 'P', 'PT', '7D', 'P1.5D', 'P-1D', 'p1d'])('refuses %j', (text) => {
    expect(() => durationToDays(text)).toThrow(`'${text}' is no ISO 8601 length of time`);
  });
});

describe('daysToDuration', () => {
  it.each([
    [0, 'P0D'],
    [225, 'P225D'],
    [1.5, 'P1DT43200S'],
    [0.000_001, 'P0DT0.0864S'],
    [2 - 1e-15, 'P2D'],
    [2_147_483_647 * 365, 'P783831531155D'],
  ])('writes %d days as %s', (days, duration) => expect(daysToDuration(days)).toBe(duration));
});

describe('millisecondsToDuration', () => {
  it.each([
    [0, 'P0D'],
    [172_800_000, 'P2D'],
    [129_600_000, 'PT36H'],
    [5_400_000, 'PT90M'],
    [61_000, 'PT61S'],
    [1_500, 'PT1.5S'],
    [1, 'PT0.001S'],
  ])('%d ms is %s, and back', (milliseconds, duration) => {
    expect(millisecondsToDuration(milliseconds)).toBe(duration);
    expect(Math.round(durationToDays(duration) * 86_400_000)).toBe(milliseconds);
  });
});
