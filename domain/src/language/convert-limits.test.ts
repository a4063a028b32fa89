import { describe, expect, it } from 'vitest';
import type { Conversion } from '../units/conversion.ts';
import type { CheckOptions } from './context.ts';
import { convertLimits } from './convert-limits.ts';

const toBar: Conversion = { a: 0.01, b: 0 };
const toFahrenheit: Conversion = { a: 1.8, b: 32 };
const options: CheckOptions = {
  dialect: 'indicator',
  result: 'boolean',
  aliases: [
    { name: 'A', type: 'data_point', counter: true },
    { name: 'B', type: 'data_point' },
    { name: 'W', type: 'work' },
  ],
};
const converted = (text: string, conversion = toBar) => {
  const result = convertLimits(text, 'A', conversion, options);
  return { text: result.text, byHand: result.byHand.map(({ from, to }) => text.slice(from, to)) };
};

describe('limits of an input whose unit changes by a factor', () => {
  it.each([
    ['[A] > 500', '[A] > 5'],
    ['500 < [A] AND [B] > 500', '5 < [A] AND [B] > 500'],
    ['NOT ([A] >= -250.5) OR [A] == 57', 'NOT ([A] >= -2.505) OR [A] == 0.57'],
    ['AVERAGE([A], #1h) > 500 // limit 500', 'AVERAGE([A], #1h) > 5 // limit 500'],
    ['STDDEV([A], #1h) > 20', 'STDDEV([A], #1h) > 0.2'],
    ['ABS([A] - AVERAGE([A], #1d)) > 40', 'ABS([A] - AVERAGE([A], #1d)) > 0.4'],
    ['[A] - 100 > 2 * [A] + 10', '[A] - 1 > 2 * [A] + 0.1'],
    ['MAX([A], 300) / 3 > 200', 'MAX([A], 3) / 3 > 2'],
    ['COUNTER([A]) >= 450 AND LASTCOUNTER([A]) > 500', 'COUNTER([A]) >= 4.5 AND LASTCOUNTER([A]) > 5'],
    ['[A] > 0', '[A] > 0'],
    ['[A] > 5 "bar" OR [A] < 100', '[A] > 5 "bar" OR [A] < 1'],
    ['[A] > 1e-5', '[A] > 1e-7'],
    ['IF ([A] > 500) { RETURN TRUE } RETURN [A] < 100', 'IF ([A] > 5) { RETURN TRUE } RETURN [A] < 1'],
    ['NUMBER limit = 500 RETURN [A] > limit', 'NUMBER limit = 5 RETURN [A] > limit'],
    [
      'NUMBER high = 500 NUMBER low = -100 RETURN [A] > high OR [A] < low - high',
      'NUMBER high = 5 NUMBER low = -1 RETURN [A] > high OR [A] < low - high',
    ],
    ['NUMBER unread = 7 RETURN [A] > 500', 'NUMBER unread = 7 RETURN [A] > 5'],
  ])('%s becomes %s', (text, expected) => {
    expect(converted(text)).toEqual({ text: expected, byHand: [] });
  });

  it.each([
    'TREND([A], INCREASING, #1h)',
    'INTERVAL([A]) > #2d',
    '[A] == null',
    '[A] > AVERAGE([A], #1d)',
    '[B] > 500',
  ])('do not change if no number has the unit: %s', (text) => {
    expect(converted(text)).toEqual({ text, byHand: [] });
  });

  it.each([
    ['[A] > [B]', ['[A] > [B]']],
    ['[A] * [A] > 100', ['[A] * [A] > 100']],
    ['100 / [A] > 5', ['100 / [A] > 5']],
    ['ROUND([A]) > 5 AND [A] > [B]', ['ROUND([A]) > 5', '[A] > [B]']],
    ['NUMBER limit = 500 RETURN [A] > limit AND [B] > limit', ['[A] > limit']],
    ['NUMBER limit = 500 RETURN [A] > limit * 2 OR [A] < 2 * limit', ['[A] > limit * 2', '[A] < 2 * limit']],
    ['NUMBER limit = 500 limit = 400 RETURN [A] > limit', ['[A] > limit']],
    ['NUMBER limit = [B] RETURN [A] > limit', ['[A] > limit']],
    ['NUMBER limit = 5 "bar" RETURN [A] > limit', ['[A] > limit']],
    ['NUMBER margin = 1 RETURN [A] > 5 "bar" + margin', ['[A] > 5 "bar" + margin']],
    [
      'NUMBER high = 9 NUMBER low = 1 RETURN [A] > high + low OR [B] > high OR [A] < low',
      ['[A] > high + low', '[A] < low'],
    ],
    ['NUMBER x = [A] RETURN x > 500', ['NUMBER x = [A]']],
    ['SQRT([A]) != null', ['SQRT([A]) != null']],
    ['[A] > ', ['[A] > ']],
  ])('are not converted automatically: %s', (text, byHand) => {
    expect(converted(text)).toEqual({ text, byHand });
  });
});

describe('limits of an input whose unit has another zero point', () => {
  it.each([
    ['[A] > 100', '[A] > 212'],
    ['-40 < [A]', '-40 < [A]'],
    ['[A] < -50', '[A] < -58'],
    ['[A] > -10', '[A] > 14'],
    ['STDDEV([A], #1h) > 10', 'STDDEV([A], #1h) > 18'],
    ['[A] - AVERAGE([A], #1d) > 5', '[A] - AVERAGE([A], #1d) > 9'],
    ['[A] - 10 > 90', '[A] - 18 > 194'],
    ['MAX([A], AVERAGE([A], #1h)) > 100', 'MAX([A], AVERAGE([A], #1h)) > 212'],
    [
      'NUMBER limit = 100 RETURN [A] > limit OR limit < AVERAGE([A], #1h)',
      'NUMBER limit = 212 RETURN [A] > limit OR limit < AVERAGE([A], #1h)',
    ],
    [
      'NUMBER rise = 5 RETURN [A] - AVERAGE([A], #1d) > rise',
      'NUMBER rise = 9 RETURN [A] - AVERAGE([A], #1d) > rise',
    ],
  ])('%s becomes %s', (text, expected) => {
    expect(converted(text, toFahrenheit)).toEqual({ text: expected, byHand: [] });
  });

  it.each(['ABS([A]) > 10', 'MAX([A], 10) > 20', '[A] > 2 * [A] - 10', '[A] * 2 > [A] + 10'])(
    'are not converted automatically: %s',
    (text) => {
      expect(converted(text, toFahrenheit)).toEqual({ text, byHand: [text] });
    },
  );

  it.each([
    [
      'NUMBER x = 5 RETURN [A] > x OR [A] - AVERAGE([A], #1d) > x',
      ['[A] > x', '[A] - AVERAGE([A], #1d) > x'],
    ],
    ['NUMBER x = 5 RETURN [A] - x > x', ['[A] - x > x']],
  ])('are not converted if a variable is both a reading and a difference: %s', (text, byHand) => {
    expect(converted(text, toFahrenheit)).toEqual({ text, byHand });
  });
});
