import { describe, expect, it } from 'vitest';
import { intervalLiteral, showInterval } from './interval-literal.ts';

const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;

describe('interval literals', () => {
  it.each([
    ['#P7D', 7 * day],
    ['#p1w', 7 * day],
    ['#PT8H', 8 * hour],
    ['#P1DT12H30M5.5S', day + 12.5 * hour + 5.5 * second],
    ['#P0D', 0],
    ['#7d', 7 * day],
    ['#1W2D', 9 * day],
    ['#1h30m', 1.5 * hour],
    ['#1M', 60 * second],
    ['#45s', 45 * second],
    ['#0.5h', 0.5 * hour],
    ['#.5s', 500],
    ['#250ms', 250],
    ['#1s250ms', 1250],
    ['#0.1s', 100],
  ])('%s is %d ms', (literal, milliseconds) => {
    expect(intervalLiteral(literal)).toEqual({ milliseconds });
  });

  it.each([
    ['#P1M', 'interval-unit', 'Months and years have no fixed length: use weeks or days.'],
    ['#P1Y2D', 'interval-unit', 'Months and years have no fixed length: use weeks or days.'],
    ['#2y', 'interval-unit', 'Months and years have no fixed length: use weeks or days.'],
    ['#1month', 'interval-unit', 'Months and years have no fixed length: use weeks or days.'],
    ['#5x', 'interval-unit', 'Unknown unit x in an interval.'],
    ['#P5H', 'interval-unit', 'Unknown unit h in an interval.'],
    ['#PT5D', 'interval-unit', 'Unknown unit d in an interval.'],
    ['#0.3ms', 'interval-unit', 'An interval is a whole number of milliseconds.'],
    ['#99999999999w', 'interval-unit', 'This interval is too long.'],
    ['#1d1w', 'syntax', 'The units of an interval run from long to short, each at most once.'],
    ['#1d1d', 'syntax', 'The units of an interval run from long to short, each at most once.'],
    ['#5', 'syntax', 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.'],
    ['#d', 'syntax', 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.'],
    ['#P', 'syntax', 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.'],
    ['#PT', 'syntax', 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.'],
    ['#P1DT', 'syntax', 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.'],
    ['#1.2.3d', 'syntax', 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.'],
  ])('%s is rejected: %s', (literal, code, message) => {
    expect(intervalLiteral(literal)).toEqual({ code, message });
  });

  it.each([
    [9 * day, '#1w2d'],
    [1.5 * hour, '#1h30m'],
    [1250, '#1s250ms'],
    [0, '#0s'],
  ])('formats %d ms as %s', (milliseconds, shown) => {
    expect(showInterval(milliseconds)).toBe(shown);
  });
});
