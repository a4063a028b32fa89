import { expect, it } from 'vitest';
import { newProbability } from './draft.ts';
import { probabilityText } from './risk-texts.ts';

const mission = { startDate: '2026-01-01T00:00:00.000Z', missionTime: 'P730D' };

it('shows percentages as typed, even if saved as a mean time between failures', () => {
  const text = probabilityText(mission);
  expect(text({ ...newProbability, percent: 40 })).toBe('40 %');
  expect(text({ ...newProbability, scale: 'P2046DT58000S' })).toBe('30 %, MTBF 2,046 days');
  expect(text(null)).toBe('Not set');
});

it('shows only the life without a mission', () => {
  const text = probabilityText({ startDate: null, missionTime: null });
  expect(text({ ...newProbability, scale: 'P2046DT58000S' })).toBe('MTBF 2,046 days');
  expect(text(newProbability)).toBe('–');
});
