import { describe, expect, it } from 'vitest';
import { comparisonShift, comparisonText, readComparison } from './comparison.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('the comparison in the URL', () => {
  it.each(['period', 'month', 'tag', '15'])('%s is unchanged after a round trip', (text) => {
    expect(comparisonText(readComparison(text)!)).toBe(text);
  });
  it.each([null, '', 'year', '0', '-1', '1.5', '12345678901'])('is null for %s', (text) => {
    expect(readComparison(text)).toBeNull();
  });
});

describe('the shift of compared points', () => {
  it('is the length of the range for the previous period, regardless of clock changes', () => {
    const from = Date.parse('2024-03-30T23:00:00Z');
    const range = { from, to: from + 23 * hour + 0.4 };
    expect(comparisonShift({ with: 'period' }, range, 'Europe/Berlin')).toBe(23 * hour);
  });

  it('is zero for another asset', () => {
    expect(comparisonShift({ with: 'tag', tagId: 5 }, { from: 5 * day, to: 6 * day }, 'UTC')).toBe(0);
  });

  it.each([
    ['a month of 31 days', 'UTC', '2024-02-10T08:00:00Z', '2024-01-10T08:00:00Z'],
    ['a leap February', 'UTC', '2024-03-15T08:00:00Z', '2024-02-15T08:00:00Z'],
    ['the turn of the year', 'UTC', '2024-01-01T00:00:00Z', '2023-12-01T00:00:00Z'],
    ['a day that the month before does not have', 'UTC', '2023-03-31T06:00:00Z', '2023-02-28T06:00:00Z'],
    // Midnight in summer time, and in winter time a month before.
    ['clocks put forward', 'Europe/Berlin', '2024-04-09T22:00:00Z', '2024-03-09T23:00:00Z'],
    ['clocks put back', 'Europe/Berlin', '2024-11-14T23:00:00Z', '2024-10-14T22:00:00Z'],
    ['no summer time', 'Asia/Kolkata', '2024-04-09T18:30:00Z', '2024-03-09T18:30:00Z'],
    // 2:30 in the morning, which was skipped on March 10th: 3:30.
    ['a skipped hour', 'America/New_York', '2024-04-10T06:30:00Z', '2024-03-10T07:30:00Z'],
    // The day of the month is that of the zone.
    ['a zone ahead of UTC', 'Pacific/Auckland', '2024-02-29T11:00:00Z', '2024-01-31T11:00:00Z'],
  ])('is a calendar month for %s in %s', (_, timeZone, from, before) => {
    const start = Date.parse(from);
    const shift = comparisonShift({ with: 'month' }, { from: start, to: start + 7 * day }, timeZone);
    expect(new Date(start - shift).toISOString()).toBe(new Date(before).toISOString());
  });
});
