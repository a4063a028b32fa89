import { expect, it } from 'vitest';
import { caughtText, falseAlarmText, leadBuckets, leadText } from './score-text.ts';

const hour = 3_600_000;
const standing = (given: object) => ({
  hits: 0,
  misses: 0,
  falseAlarms: 0,
  falseAlarmsPerYear: 0,
  leadTimes: [],
  ...given,
});

it('says what was caught, and how often it cried wolf', () => {
  expect(caughtText(standing({ hits: 3, misses: 1 }))).toBe('3 of 4 caught');
  expect(caughtText(standing({}))).toBe('No known event');
  expect(falseAlarmText(standing({ falseAlarms: 24, falseAlarmsPerYear: 111.2 }))).toBe(
    '24 false alarms, 111 a year',
  );
  expect(falseAlarmText(standing({ falseAlarms: 1, falseAlarmsPerYear: 0.25 }))).toBe(
    '1 false alarm, 0.3 a year',
  );
  expect(falseAlarmText(standing({}))).toBe('0 false alarms');
});

it('takes the middle of the lead times, and sorts them into fifths of the interval', () => {
  expect(leadText([])).toBe('–');
  expect(leadText([hour, 3 * hour, 90 * hour])).toBe('3 h');
  expect(leadText([hour, 3 * hour])).toBe('2 h');
  expect(leadBuckets([0, 1, 2, 5, 9, 10, 25], 10)).toEqual([2, 1, 1, 0, 3]);
});
