import { describe, expect, it } from 'vitest';
import { resolveTime } from './relative-time.ts';

const now = Date.parse('2026-03-31T12:34:56Z');
const iso = (text: string, timeZone = 'UTC') => {
  const time = resolveTime(text, now, timeZone);
  return time === null ? null : new Date(time).toISOString();
};

describe('times of queries', () => {
  it.each([
    ['now', '2026-03-31T12:34:56.000Z'],
    ['now-30m', '2026-03-31T12:04:56.000Z'],
    ['now+1h', '2026-03-31T13:34:56.000Z'],
    ['now-30d', '2026-03-01T12:34:56.000Z'],
    ['now-1M', '2026-02-28T12:34:56.000Z'],
    ['now-1Q/Q', '2025-10-01T00:00:00.000Z'],
    ['now/w', '2026-03-30T00:00:00.000Z'],
    ['now/y', '2026-01-01T00:00:00.000Z'],
    ['2026-03-05', '2026-03-05T00:00:00.000Z'],
    ['2026-03-05T08:00', '2026-03-05T08:00:00.000Z'],
    ['2026-03-05T08:00:00+02:00', '2026-03-05T06:00:00.000Z'],
  ])('reads %s', (text, expected) => expect(iso(text)).toBe(expected));

  it('follows the calendar of the time zone across a clock change', () => {
    expect(iso('now/d', 'Europe/Berlin')).toBe('2026-03-30T22:00:00.000Z');
    // Before 2026-03-29 the clocks are an hour behind.
    expect(iso('now-7d/d', 'Europe/Berlin')).toBe('2026-03-23T23:00:00.000Z');
    expect(iso('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  });

  it.each([
    '',
    'now-',
    'now-99999y',
    'now+99999y/Q',
    '+275760-09-12',
    'now-1x',
    'soon',
    'now; drop table asset',
    '2026-13-45',
  ])('refuses %j', (text) => expect(iso(text)).toBeNull());
});
