import { expect, it } from 'vitest';
import { limitCondition, limitText, limitValue } from './limit-text.ts';
import type { Limit } from './limits.ts';

const limit: Limit = {
  protectionId: 1,
  protectionName: 'Overheating',
  thresholdId: 1,
  thresholdName: 'High',
  level: 250,
  operator: '>=',
  value: 1085.5,
  unit: null,
};

it('formats a limit in words', () => {
  expect(limitText(limit)).toBe('High >= 1,085.5');
  expect(limitValue(limit)).toBe('>= 1,085.5');
});

it('states the unit', () => {
  expect(limitText({ ...limit, unitText: '°C' })).toBe('High >= 1,085.5 °C');
  expect(limitValue({ ...limit, unitText: '°C' })).toBe('>= 1,085.5 °C');
});

it('names the statistic and its window', () => {
  const mean: Limit = { ...limit, of: { statistic: 'AVERAGE', window: 7_200_000 } };
  expect(limitText(mean)).toBe('High: mean over 2 h >= 1,085.5');
  expect(limitValue(mean)).toBe('mean >= 1,085.5');
  expect(limitCondition(mean)).toBe('mean over 2 h >= 1,085.5');
});
