import { describe, expect, it } from 'vitest';
import {
  addDuration,
  DAY,
  daysToDuration,
  durationToDays,
  fixedLength,
  millisecondsToDuration,
  parseDuration,
} from './duration.ts';

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

  it.each(['', 'P', 'PT', '7D', 'P1.5D', 'P-1D', 'p1d'])('rejects %j', (text) => {
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

describe('parsing', () => {
  it.each([
    ['P1Y2M', { months: 14, milliseconds: 0 }],
    ['P2W', { months: 0, milliseconds: 14 * DAY }],
    ['P1DT12H30M', { months: 0, milliseconds: 1.5 * DAY + 1_800_000 }],
    ['PT0.5S', { months: 0, milliseconds: 500 }],
    ['PT0S', { months: 0, milliseconds: 0 }],
    ['p30d', { months: 0, milliseconds: 30 * DAY }],
  ])('%s', (text, duration) => {
    expect(parseDuration(text)).toEqual(duration);
  });

  it.each(['', 'P', 'PT', 'P1DT', '30D', 'P-1D', 'P1H', 'soon', 'P0.5M'])('returns null for %s', (text) => {
    expect(() => parseDuration(text)).toThrow(RangeError);
  });
});

it('a month counts as 30 days and a year as 365 if a fixed length is required', () => {
  expect(fixedLength(parseDuration('P1Y2M3D'))).toBe((365 + 60 + 3) * DAY);
});

describe('adding to a time', () => {
  const add = (time: string, duration: string, zone = 'UTC') =>
    new Date(addDuration(Date.parse(time), parseDuration(duration), zone)).toISOString();

  it('preserves the end of the month', () => {
    expect(add('2024-01-31T10:00Z', 'P1M')).toBe('2024-02-29T10:00:00.000Z');
    expect(add('2023-01-31T10:00Z', 'P1M')).toBe('2023-02-28T10:00:00.000Z');
    expect(add('2024-02-29T00:00Z', 'P1Y')).toBe('2025-02-28T00:00:00.000Z');
  });

  it('preserves the local time of day for months, and the length for days', () => {
    expect(add('2024-03-15T08:00Z', 'P1M', 'Europe/Berlin')).toBe('2024-04-15T07:00:00.000Z');
    expect(add('2024-10-15T07:00Z', 'P1M', 'Europe/Berlin')).toBe('2024-11-15T08:00:00.000Z');
    expect(add('2024-03-30T08:00Z', 'P2D', 'Europe/Berlin')).toBe('2024-04-01T08:00:00.000Z');
    expect(add('2024-03-01T03:30Z', 'P1M', 'America/New_York')).toBe('2024-03-30T02:30:00.000Z');
  });

  it('moves a skipped local time to the hour after', () => {
    expect(add('2024-02-29T01:30Z', 'P1M', 'Europe/Berlin')).toBe('2024-03-29T01:30:00.000Z');
    expect(add('2024-02-10T07:30Z', 'P1M', 'America/New_York')).toBe('2024-03-10T07:30:00.000Z');
  });

  it('preserves milliseconds', () => {
    expect(add('2024-03-15T08:00:00.123Z', 'P1M', 'Asia/Kolkata')).toBe('2024-04-15T08:00:00.123Z');
  });
});
