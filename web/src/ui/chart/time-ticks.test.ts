import { describe, expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const at = (text: string) => Date.parse(text);
const labels = (from: string, to: string, zone: string, most: number) =>
  timeTicks({ from: at(from), to: at(to) }, zone, most).map(({ label }) => label);

describe('ticks of a time axis', () => {
  it('use the clock of the time zone and name the day at midnight', () => {
    const ticks = timeTicks(
      { from: at('2014-02-07T20:00:00Z'), to: at('2014-02-08T08:00:00Z') },
      'Europe/Berlin',
      5,
    );
    expect(ticks).toEqual([
      { time: at('2014-02-07T20:00:00Z'), label: '9:00 PM', major: false },
      { time: at('2014-02-07T23:00:00Z'), label: 'Feb 8', major: true },
      { time: at('2014-02-08T02:00:00Z'), label: '3:00 AM', major: false },
      { time: at('2014-02-08T05:00:00Z'), label: '6:00 AM', major: false },
    ]);
  });

  it('preserve local times across the change to summer time', () => {
    const ticks = timeTicks(
      { from: at('2024-03-30T23:00:00Z'), to: at('2024-03-31T12:00:00Z') },
      'Europe/Berlin',
      6,
    );
    expect(ticks.map(({ label }) => label)).toEqual(['Mar 31', '3:00 AM', '6:00 AM', '9:00 AM', '12:00 PM']);
    expect(ticks[1]!.time - ticks[0]!.time).toBe(2 * 3_600_000);
  });

  it.each([
    ['Europe/Berlin', '2024-03-31T00:00:00Z'],
    ['America/New_York', '2024-03-10T06:00:00Z'],
  ])('skip hours that the clock of %s skips', (zone, from) => {
    const range = { from: at(from), to: at(from) + 3 * 3_600_000 };
    expect(timeTicks(range, zone, 3)).toEqual([
      { time: range.from, label: '1:00 AM', major: false },
      { time: range.from + 3_600_000, label: '3:00 AM', major: false },
      { time: range.from + 2 * 3_600_000, label: '4:00 AM', major: false },
    ]);
  });

  it('have no duplicate labels when the clock is set back', () => {
    const ticks = timeTicks(
      { from: at('2024-10-26T22:00:00Z'), to: at('2024-10-27T04:00:00Z') },
      'Europe/Berlin',
      8,
    );
    const times = ticks.map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  it('label both passes of the repeated hour with their offset', () => {
    const range = { from: at('2024-10-26T23:30:00Z'), to: at('2024-10-27T02:30:00Z') };
    expect(timeTicks(range, 'Europe/Berlin', 12)).toEqual([
      { time: at('2024-10-26T23:30:00Z'), label: '1:30 AM', major: false },
      { time: at('2024-10-27T00:00:00Z'), label: '2:00 AM +02:00', major: false },
      { time: at('2024-10-27T00:30:00Z'), label: '2:30 AM +02:00', major: false },
      { time: at('2024-10-27T01:00:00Z'), label: '2:00 AM +01:00', major: false },
      { time: at('2024-10-27T01:30:00Z'), label: '2:30 AM +01:00', major: false },
      { time: at('2024-10-27T02:00:00Z'), label: '3:00 AM', major: false },
    ]);
    const late = { from: at('2024-10-27T00:50:00Z'), to: at('2024-10-27T01:30:00Z') };
    expect(timeTicks(late, 'Europe/Berlin', 7).map(({ label }) => label)).toEqual([
      '2:50 AM +02:00',
      '2:00 AM +01:00',
      '2:10 AM +01:00',
      '2:20 AM +01:00',
    ]);
  });

  it('support zones with half-hour offsets', () => {
    expect(labels('2024-01-01T00:00:00Z', '2024-01-01T03:00:00Z', 'Asia/Kolkata', 3)).toEqual([
      '6:00 AM',
      '7:00 AM',
      '8:00 AM',
    ]);
  });

  it('advance by days, weeks from Monday, months and years', () => {
    expect(labels('2014-02-01T00:00:00Z', '2014-02-05T00:00:00Z', 'UTC', 6)).toEqual([
      'Feb 1',
      'Feb 2',
      'Feb 3',
      'Feb 4',
    ]);
    expect(labels('2014-02-01T00:00:00Z', '2014-03-01T00:00:00Z', 'UTC', 5)).toEqual([
      'Feb 3',
      'Feb 10',
      'Feb 17',
      'Feb 24',
    ]);
    expect(labels('2013-11-15T00:00:00Z', '2014-03-15T00:00:00Z', 'UTC', 5)).toEqual([
      'Dec',
      '2014',
      'Feb',
      'Mar',
    ]);
    expect(labels('1999-06-01T00:00:00Z', '2004-06-01T00:00:00Z', 'UTC', 6)).toEqual([
      '2000',
      '2001',
      '2002',
      '2003',
      '2004',
    ]);
  });

  it('advance by down to a millisecond', () => {
    expect(labels('2014-02-07T12:00:00.000Z', '2014-02-07T12:00:01.000Z', 'UTC', 5)).toEqual([
      '00:00.000',
      '00:00.200',
      '00:00.400',
      '00:00.600',
      '00:00.800',
    ]);
    expect(labels('2014-02-07T12:00:00Z', '2014-02-07T12:00:50Z', 'UTC', 5)).toEqual([
      '12:00:00 PM',
      '12:00:10 PM',
      '12:00:20 PM',
      '12:00:30 PM',
      '12:00:40 PM',
    ]);
  });
});
