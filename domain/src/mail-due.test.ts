import { describe, expect, it } from 'vitest';
import { mailDueAt } from './mail-due.ts';

const night = { from: 22, to: 6 };
const noon = { from: 12, to: 14 };
const due = (
  now: string,
  period: 'at-once' | 'hourly' | 'daily',
  quietHours: typeof night | null,
  zone: string,
) => new Date(mailDueAt(Date.parse(now), { period, quietHours }, zone)).toISOString();

describe('a mail is due', () => {
  it.each([
    ['at once', '2026-03-02T10:20:30Z', 'at-once', null, 'UTC', '2026-03-02T10:20:30.000Z'],
    ['at the next full hour', '2026-03-02T10:20:30Z', 'hourly', null, 'UTC', '2026-03-02T11:00:00.000Z'],
    ['an hour after a full one', '2026-03-02T10:00:00Z', 'hourly', null, 'UTC', '2026-03-02T11:00:00.000Z'],
    [
      'at a full hour in a zone with a half-hour offset',
      '2026-03-02T10:20:00Z',
      'hourly',
      null,
      'Asia/Kolkata',
      '2026-03-02T10:30:00.000Z',
    ],
    [
      'at 7:00 on the same day',
      '2026-03-02T05:59:00Z',
      'daily',
      null,
      'Europe/Berlin',
      '2026-03-02T06:00:00.000Z',
    ],
    [
      'at 7:00 on the next day',
      '2026-03-02T06:00:00Z',
      'daily',
      null,
      'Europe/Berlin',
      '2026-03-03T06:00:00.000Z',
    ],
    [
      'at 7:00 in summer time',
      '2026-03-28T12:00:00Z',
      'daily',
      null,
      'Europe/Berlin',
      '2026-03-29T05:00:00.000Z',
    ],
  ] as const)('%s', (_, now, period, quiet, zone, expected) => {
    expect(due(now, period, quiet, zone)).toBe(expected);
  });

  it.each([
    ['before midnight', '2026-03-02T21:30:00Z', 'at-once', night, '2026-03-03T05:00:00.000Z'],
    ['after midnight', '2026-03-02T03:00:00Z', 'at-once', night, '2026-03-02T05:00:00.000Z'],
    ['at their start', '2026-03-02T21:00:00Z', 'at-once', night, '2026-03-03T05:00:00.000Z'],
    [
      'that start and end on the same day',
      '2026-03-02T11:30:00Z',
      'at-once',
      noon,
      '2026-03-02T13:00:00.000Z',
    ],
    ['that start at the next hour', '2026-03-02T20:30:00Z', 'hourly', night, '2026-03-03T05:00:00.000Z'],
    [
      'that include the hour of daily mails',
      '2026-03-02T12:00:00Z',
      'daily',
      { from: 5, to: 9 },
      '2026-03-03T08:00:00.000Z',
    ],
    [
      'that end in a skipped hour',
      '2026-03-29T00:30:00Z',
      'at-once',
      { from: 22, to: 2 },
      '2026-03-29T01:00:00.000Z',
    ],
  ] as const)('after quiet hours %s', (_, now, period, quiet, expected) => {
    expect(due(now, period, quiet, 'Europe/Berlin')).toBe(expected);
  });

  it.each([
    ['before quiet hours start', '2026-03-02T20:59:00Z', night],
    ['at the end of quiet hours', '2026-03-02T05:00:00Z', night],
    ['after quiet hours that start and end on the same day', '2026-03-02T13:00:00Z', noon],
  ])('at once %s', (_, now, quiet) => {
    expect(due(now, 'at-once', quiet, 'Europe/Berlin')).toBe(new Date(now).toISOString());
  });
});
