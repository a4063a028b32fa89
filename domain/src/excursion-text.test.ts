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

it('describes an excursion that began', () => {
  expect(excursionText(hot)).toBe('Level 500. Temperature 90.1235 °C (limit > 80 °C), Starts 12,000.');
});

it('adds how long one that ended lasted', () => {
  const ended = { ...hot, values: [], end: '2026-01-01T02:05:00.000Z' };
  expect(excursionText(ended)).toBe('Level 500. Lasted 2 h 3 min.');
});

it('leaves out what is unknown', () => {
  expect(excursionText({ ...hot, level: null, values: [], start: null, end: hot.start })).toBe('');
});
