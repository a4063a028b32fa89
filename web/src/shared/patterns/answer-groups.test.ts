import { expect, it } from 'vitest';
import { answerGroups, answersInWords, patternsWithin, spansOfChanges } from './answer-groups.ts';

const patterns = [
  { id: 7, name: 'No match', default: true, color: '#9E9E9E' },
  { id: 8, name: 'Leak', default: false, color: '#1E88E5' },
  { id: 9, name: 'Wear', default: false, color: '#F4511E' },
];
const minute = 60_000;
const changes = [
  { time: 0, pattern: 0 },
  { time: 10 * minute, pattern: 1 },
  { time: 40 * minute, pattern: null },
  { time: 50 * minute, pattern: 0 },
];
const spans = spansOfChanges(changes, patterns, 60 * minute);

it('converts changes to spans, the last of which ends at the latest data', () => {
  expect(spans.map(({ patternId, start, end }) => [patternId, start / minute, end / minute])).toEqual([
    [7, 0, 10],
    [8, 10, 40],
    [7, 50, 60],
  ]);
});

it('draws patterns in their colours, and lists those within a range', () => {
  expect(answerGroups(spans, patterns)).toEqual([
    {
      color: '#9E9E9E',
      spans: [
        { from: 0, to: 10 * minute },
        { from: 50 * minute, to: 60 * minute },
      ],
    },
    { color: '#1E88E5', spans: [{ from: 10 * minute, to: 40 * minute }] },
    { color: '#F4511E', spans: [] },
  ]);
  const range = { from: 15 * minute, to: 45 * minute };
  expect(patternsWithin(spans, patterns, range).map(({ name }) => name)).toEqual(['Leak']);
  expect(answersInWords(spans, patterns, range)).toBe('Pattern: Leak for 25 min');
  expect(answersInWords([], patterns, range)).toBe('Pattern: no answers in this range');
});
