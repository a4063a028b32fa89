import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatExact,
  formatMoney,
  formatNumber,
  formatRelative,
  formatSpan,
} from './format.ts';

describe('times', () => {
  it.each([
    ['2014-02-07T14:55:00Z', 'UTC', '2014-02-07 2:55 PM'],
    ['2014-02-07T00:05:00Z', 'UTC', '2014-02-07 12:05 AM'],
    ['2014-02-07T23:30:00Z', 'Europe/Oslo', '2014-02-08 12:30 AM'],
    ['2014-07-07T12:00:00Z', 'America/New_York', '2014-07-07 8:00 AM'],
    ['2014-02-07T12:00:00Z', 'Asia/Kolkata', '2014-02-07 5:30 PM'],
    ['2024-10-27T00:10:00Z', 'Europe/Berlin', '2024-10-27 2:10 AM +02:00'],
    ['2024-10-27T01:10:00Z', 'Europe/Berlin', '2024-10-27 2:10 AM +01:00'],
    ['2024-10-27T02:10:00Z', 'Europe/Berlin', '2024-10-27 3:10 AM'],
    ['2024-11-03T05:59:00Z', 'America/New_York', '2024-11-03 1:59 AM -04:00'],
    ['2024-04-06T14:45:00Z', 'Australia/Lord_Howe', '2024-04-07 1:45 AM +11:00'],
    ['2024-03-31T01:10:00Z', 'Europe/Berlin', '2024-03-31 3:10 AM'],
  ])('%s in %s is %s', (time, zone, text) => {
    expect(formatDateTime(time, zone)).toBe(text);
    expect(formatDate(time, zone)).toBe(text.slice(0, 10));
  });

  it('have seconds on request', () => {
    expect(formatDateTime(Date.UTC(2014, 1, 7, 14, 55, 9), 'UTC', true)).toBe('2014-02-07 2:55:09 PM');
  });

  const now = Date.UTC(2026, 0, 15);
  it.each([
    [20_000, 'just now'],
    [4 * 60_000, '4 min ago'],
    [5 * 3_600_000, '5 h ago'],
    [24 * 3_600_000, '1 day ago'],
    [6.5 * 86_400_000, '6 days ago'],
    [7 * 86_400_000, null],
    [-5 * 60_000, null],
  ])('formats an age of %i ms as %j', (age, text) => {
    expect(formatRelative(now - age, now)).toBe(text);
  });
});

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [45_000, '45 s'],
    [60_000, '1 min'],
    [5_430_000, '1 h 30 min'],
    [273_600_000, '3 d 4 h'],
    [86_400_000 + 60_000, '1 d'],
    [4659 * 86_400_000, '12 y 279 d'],
  ])('formats %i ms as %j', (milliseconds, text) => {
    expect(formatSpan(milliseconds)).toBe(text);
  });

  it.each([
    ['P1000D', '1,000 days'],
    ['P1Y6M', '1 year 6 months'],
    ['P1D', '1 day'],
    ['PT8H', '8 hours'],
    ['PT90M', '90 minutes'],
    ['P2W', '2 weeks'],
    ['P1M2DT3H4M5S', '1 month 2 days 3 hours 4 minutes 5 seconds'],
    ['P0D', '0 days'],
    ['P812DT34567S', '812 days 9 hours 36 minutes 7 seconds'],
    ['P1DT7200.000000001S', '1 day 2 hours'],
    ['PT1800S', '1,800 seconds'],
  ])('formats %s as %j', (iso, text) => {
    expect(formatDuration(iso)).toBe(text);
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [98.18541, '98.1854'],
    [12_345_733, '12,345,733'],
    [-12_345_733.4, '-12,345,733'],
    [123_456.7, '123,457'],
    [9_007_199_254_740_991, '9,007,199,254,740,991'],
    [0.000_012_345, '1.234e-5'],
    [-2.5e20, '-2.5e+20'],
  ])('formats %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [0, '0'],
    [12_345_733.25, '12,345,733.25'],
    [0.1, '0.1'],
    [98.185_412_3, '98.1854123'],
    [81.540_000_915_527_34, '81.54000091552734'],
    [0.000_012_345, '1.2345e-5'],
    [1.234_567_8e20, '1.2345678e+20'],
  ])('formats the stored value %d as %s', (value, text) => {
    expect(formatExact(value)).toBe(text);
  });

  it.each([
    [30_000, '$30,000'],
    [0, '$0'],
    [-1234.6, '-$1,235'],
  ])('formats %d as money: %s', (value, text) => {
    expect(formatMoney(value)).toBe(text);
  });
});
