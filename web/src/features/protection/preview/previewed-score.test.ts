import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import { findKnownEvents } from '@twinward/domain/score/known-events';
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
  findings: { excursions, levels: [], answers: [], counts: [], durations: [], truncated, evaluations: 0 },
  range: null,
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
const work = (id: number, name: string, start: number, completed: number) => ({
  id,
  name,
  mechanism: null,
  duration: null,
  start: start * day,
  completed: completed * day,
});
const history: KnownHistory = {
  work: [work(5, 'Seal', 70, 73), work(6, 'Later', 400, 401)],
  ranges: [
    {
      id: 4,
      start: new Date(8 * day).toISOString(),
      end: new Date(12 * day).toISOString(),
      failedAt: new Date(12 * day).toISOString(),
      failureModeId: null,
      note: 'Leak',
    },
  ],
  failureModes: [],
  knownUntil: 500 * day,
};
const known = findKnownEvents(history, []);
const year = { from: 0, to: 365 * day };

it('scores the edited logic by the events of the visible range', () => {
  const score = previewedScore(
    resultWith([excursion(0, 9), excursion(0, 20), excursion(1, 60), excursion(0, 390)]),
    known,
    history,
    year,
  )!;
  expect(standingText(score)).toBe('1 of 2 caught, 1 false episode, 1 a year, median notice 3 d');
  expect(score.events.map(({ name, notice }) => [name, notice])).toEqual([
    ['Leak', 3 * day],
    ['Seal', null],
  ]);
  expect(score.thresholds.map(({ name, hits, falseEpisodes }) => [name, hits, falseEpisodes])).toEqual([
    ['High', 1, 1],
    ['Silent', 0, 0],
  ]);
});

it('does not score incomplete findings', () => {
  expect(previewedScore(resultWith([], true), known, history, year)).toBeNull();
});
