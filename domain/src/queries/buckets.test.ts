import { describe, expect, it } from 'vitest';
import { parseDuration } from '../duration.ts';
import { bucketTimes, commonStep } from './buckets.ts';

const times = (from: string, to: string, length: string, timeZone = 'UTC') =>
  bucketTimes(Date.parse(from), Date.parse(to), parseDuration(length), timeZone, 100);
const iso = (list: number[]) => list.map((time) => new Date(time).toISOString().slice(0, 16));

describe('buckets of a range', () => {
  it('begin with the bucket of the range start, and end after the range end', () => {
    expect(iso(times('2026-01-01T00:10Z', '2026-01-01T00:40Z', 'PT15M'))).toEqual([
      ...['2026-01-01T00:00', '2026-01-01T00:15', '2026-01-01T00:30', '2026-01-01T00:45'],
    ]);
  });

  it('are days of 23 and 25 hours at clock changes', () => {
    const days = times('2026-03-28T12:00Z', '2026-03-30T12:00Z', 'P1D', 'Europe/Berlin');
    expect(iso(days)).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      '2026-03-30T22:00',
    ]);
    expect(commonStep(days)).toBe(3_600_000);
    const autumn = times('2026-10-24T12:00Z', '2026-10-26T12:00Z', 'P1D', 'Europe/Berlin');
    expect(iso(autumn)).toEqual([
      '2026-10-23T22:00',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '2026-10-26T23:00',
    ]);
  });

  it('are weeks from Monday, months and quarters', () => {
    expect(iso(times('2026-03-04T00:00Z', '2026-03-10T00:00Z', 'P1W'))).toEqual([
      ...['2026-03-02T00:00', '2026-03-09T00:00', '2026-03-16T00:00'],
    ]);
    expect(iso(times('2026-01-31T00:00Z', '2026-03-02T00:00Z', 'P1M'))).toEqual([
      ...['2026-01-01T00:00', '2026-02-01T00:00', '2026-03-01T00:00', '2026-04-01T00:00'],
    ]);
    expect(iso(times('2026-02-10T00:00Z', '2026-05-01T00:00Z', 'P3M'))).toEqual([
      ...['2026-01-01T00:00', '2026-04-01T00:00', '2026-07-01T00:00'],
    ]);
  });

  it('stop at the maximum number', () => {
    expect(times('2026-01-01T00:00Z', '2027-01-01T00:00Z', 'PT1H').length).toBe(102);
  });
});
