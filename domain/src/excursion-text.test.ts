import type { NotifiedExcursion } from '@twinward/contracts/advisories/notification';
import { expect, it } from 'vitest';
import { excursionText } from './excursion-text.ts';

const hot: NotifiedExcursion = {
  protection: 'Heat',
  threshold: 'High',
  level: 500,
  values: [
    { input: 'Temperature', value: 90.123456789, unit: '°C', limit: '> 80 °C' },
    { input: 'Starts', value: 12_000, unit: null, limit: null },
  ],
  start: '2026-01-01T00:02:00.000Z',
  end: null,
};

it('describes the start of an excursion', () => {
  expect(excursionText(hot)).toBe('Level 500. Temperature 90.1235 °C (limit > 80 °C), Starts 12,000.');
});

it('adds the duration of an ended excursion', () => {
  const ended = { ...hot, values: [], end: '2026-01-01T02:05:00.000Z' };
  expect(excursionText(ended)).toBe('Level 500. Lasted 2 h 3 min.');
});

it('omits unknown parts', () => {
  expect(excursionText({ ...hot, level: null, values: [], start: null, end: hot.start })).toBe('');
});
