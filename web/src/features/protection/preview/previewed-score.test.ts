import type { KnownHistory } from '@twinward/contracts/protections/protection-score';
import { expect, it } from 'vitest';
import { thresholdWith } from '../../../testing/protections.ts';
import { standingText } from '../simulation/score-text.ts';
import { previewedScore } from './previewed-score.ts';
import type { Result } from './use-preview.ts';

const day = 86_400_000;
const excursion = (threshold: number, start: number) => ({
  threshold,
  start: start * day,
  end: (start + 1) * day,
});
const resultWith = (excursions: ReturnType<typeof excursion>[], truncated = false): Result => ({
  findings: { excursions, levels: [], counts: [], durations: [], truncated, evaluations: 0 },
  definition: {
    type: 'condition',
    defaultLevel: 0,
    startDate: null,
    tagAliasIds: [],
    aliases: [],
    thresholds: [
      thresholdWith({ id: 1, name: 'High' }),
      thresholdWith({ id: 2, name: 'Silent', logExcursion: false }),
    ],
  },
});
const history: KnownHistory = {
  pfInterval: 'P30D',
  pfSource: 'assumed',
  events: [
    { type: 'range', id: 4, name: 'Leak', begin: 8 * day, time: 12 * day, end: 12 * day },
    { type: 'work', id: 5, name: 'Seal', begin: 40 * day, time: 70 * day, end: 73 * day },
    { type: 'work', id: 6, name: 'Later', begin: 370 * day, time: 400 * day, end: 401 * day },
  ],
};
const year = { from: 0, to: 365 * day };

it('scores what is written by what is known of the range that is shown', () => {
  const score = previewedScore(
    resultWith([excursion(0, 9), excursion(0, 20), excursion(1, 60), excursion(0, 390)]),
    history,
    year,
  )!;
  expect(standingText(score)).toBe('1 of 2 caught, 1 false alarm, 1 a year, median notice 3 d');
  expect(score.events.map(({ name, leadTime }) => [name, leadTime])).toEqual([
    ['Leak', 3 * day],
    ['Seal', null],
  ]);
  expect(score.thresholds.map(({ name, hits, falseAlarms }) => [name, hits, falseAlarms])).toEqual([
    ['High', 1, 1],
    ['Silent', 0, 0],
  ]);
});

it('does not score a part of what was found', () => {
  expect(previewedScore(resultWith([], true), history, year)).toBeNull();
});
