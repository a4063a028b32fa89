import { describe, expect, test } from 'vitest';
import { addDuration, DAY, fixedLength, parseDuration } from './duration.ts';

describe('parsing', () => {
  test.each([
    ['P1Y2M', { months: 14, milliseconds: 0 }],
    ['P2W', { months: 0, milliseconds: 14 * DAY }],
    ['P1DT12H30M', { months: 0, milliseconds: 1.5 * DAY + 1_800_000 }],
    ['PT0.5S', { months: 0, milliseconds: 500 }],
    ['PT0S', { months: 0, milliseconds: 0 }],
    ['p30d', { months: 0, milliseconds: 30 * DAY }],
  ])('%s', (text, duration) => {
    expect(parseDuration(text)).toEqual(duration);
  });

  test.each(['', 'P', 'PT', 'P1DT', '30D', 'P-1D', 'P1H', 'soon', 'P0.5M'])('%s is none', (text) => {
    expect(() => parseDuration(text)).toThrow(RangeError);
  });
});

test('a month is 30 days and a year 365 where a fixed length is asked for', () => {
  expect(fixedLength(parseDuration('P1Y2M3D'))).toBe((365 + 60 + 3) * DAY);
});

describe('adding to a time', () => {
  const add = (time: string, duration: string, zone = 'UTC') =>
    new Date(addDuration(Date.parse(time), parseDuration(duration), zone)).toISOString();

  test('the last day of a month stays one', () => {
    expect(add('2024-01-31T10:00Z', 'P1M')).toBe('2024-02-29T10:00:00.000Z');
    expect(add('2023-01-31T10:00Z', 'P1M')).toBe('2023-02-28T10:00:00.000Z');
    expect(add('2024-02-29T00:00Z', 'P1Y')).toBe('2025-02-28T00:00:00.000Z');
  });

  test('months keep the time of day of the zone, days keep their length', () => {
    expect(add('2024-03-15T08:00Z', 'P1M', 'Europe/Berlin')).toBe('2024-04-15T07:00:00.000Z');
    expect(add('2024-10-15T07:00Z', 'P1M', 'Europe/Berlin')).toBe('2024-11-15T08:00:00.000Z');
    expect(add('2024-03-30T08:00Z', 'P2D', 'Europe/Berlin')).toBe('2024-04-01T08:00:00.000Z');
    expect(add('2024-03-01T03:30Z', 'P1M', 'America/New_York')).toBe('2024-03-30T02:30:00.000Z');
  });

  test('a time of day that the zone skips becomes the hour after', () => {
    expect(add('2024-02-29T01:30Z', 'P1M', 'Europe/Berlin')).toBe('2024-03-29T01:30:00.000Z');
    expect(add('2024-02-10T07:30Z', 'P1M', 'America/New_York')).toBe('2024-03-10T07:30:00.000Z');
  });

  test('milliseconds are kept', () => {
    expect(add('2024-03-15T08:00:00.123Z', 'P1M', 'Asia/Kolkata')).toBe('2024-04-15T08:00:00.123Z');
  });
});
