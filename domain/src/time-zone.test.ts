import { describe, expect, it } from 'vitest';
import { fromWall, isoWithOffset, isTimeZone, offsetAt, toWall } from './time-zone.ts';

const at = (text: string) => Date.parse(text);
const hour = 3_600_000;

describe('the clock of a time zone', () => {
  it.each([
    ['UTC', '2024-07-01T12:00:00.250Z', 0],
    ['Europe/Berlin', '2024-03-31T00:59:59.999Z', 1],
    ['Europe/Berlin', '2024-03-31T01:00:00Z', 2],
    ['America/New_York', '2024-12-01T00:00:00Z', -5],
    ['Asia/Kolkata', '1969-12-31T23:59:59.500Z', 5.5],
  ])('is ahead for %s at %s by %d h', (zone, time, hours) => {
    expect(offsetAt(at(time), zone)).toBe(hours * hour);
    expect(toWall(at(time), zone)).toBe(at(time) + hours * hour);
  });

  it.each([
    ['UTC', '2024-03-31T02:30:00Z', '2024-03-31T02:30:00Z'],
    ['Europe/Berlin', '2024-07-01T12:00:00Z', '2024-07-01T10:00:00Z'],
    // Skipped in spring.
    ['Europe/Berlin', '2024-03-31T02:30:00Z', '2024-03-31T01:30:00Z'],
    ['America/New_York', '2024-03-10T02:30:00Z', '2024-03-10T07:30:00Z'],
    // Next to the skipped hour.
    ['America/New_York', '2024-03-10T01:30:00Z', '2024-03-10T06:30:00Z'],
    ['America/New_York', '2024-03-10T03:00:00Z', '2024-03-10T07:00:00Z'],
    // After the repeated hour in autumn.
    ['America/New_York', '2024-11-03T02:00:00Z', '2024-11-03T07:00:00Z'],
  ])('in %s converts %s to %s', (zone, wall, time) =>
    expect(new Date(fromWall(at(wall), zone))).toEqual(new Date(time)),
  );

  it('exists only for valid zones', () => {
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Europe/Atlantis'), isTimeZone('')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => offsetAt(0, 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('a time with its offset', () => {
  it.each([
    ['UTC', '2024-07-01T12:00:00Z', '2024-07-01T12:00:00+00:00'],
    ['Asia/Kolkata', '2024-07-01T12:00:00.250Z', '2024-07-01T17:30:00.250+05:30'],
    ['America/St_Johns', '2024-01-01T00:00:00Z', '2023-12-31T20:30:00-03:30'],
    ['Europe/Berlin', '2024-10-27T00:30:00Z', '2024-10-27T02:30:00+02:00'],
    ['Europe/Berlin', '2024-10-27T01:30:00Z', '2024-10-27T02:30:00+01:00'],
  ])('in %s for %s is %s', (zone, time, text) => {
    expect(isoWithOffset(at(time), zone)).toBe(text);
    expect(at(text)).toBe(at(time));
  });
});
