import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { describe, expect, it } from 'vitest';
import {
  countRanges,
  type DraftRange,
  lackingForTraining,
  newPattern,
  patternNameProblem,
  placeRange,
  setBody,
  toDraft,
  withoutPattern,
  withoutRange,
  withSavedPatterns,
} from './draft.ts';

const hour = 3_600_000;
const start = Date.UTC(2024, 4, 3);
const patterns = [
  { id: 1, name: 'No match', default: true, color: '#9E9E9E' },
  { id: 2, name: 'Cavitation', default: false, color: '#D55E00' },
];
const at = (key: string, patternId: number, from: number, to: number): DraftRange => ({
  key,
  patternId,
  from: start + from * hour,
  to: start + to * hour,
});
const saved: IndicatorPattern = {
  id: 4,
  indicatorId: 7,
  trainingStart: null,
  trainingEnd: null,
  patterns,
  training: [],
  model: null,
  version: 4,
  pipeline: null,
  checksum: null,
  isCurrent: false,
  strictness: 'normal',
  confidence: 0.25,
  stepSeconds: null,
  condition: null,
  mostRefused: 0.2,
  mostWrong: 0.2,
};
const quiet = at('a', 1, 0, 4);
const bad = at('b', 2, 8, 10);
const place = (one: DraftRange) => placeRange([quiet, bad], one, patterns, 'UTC');

describe('a range', () => {
  it('is inserted in order of time', () => {
    expect(place(at('c', 2, 5, 6)).ranges?.map(({ key }) => key)).toEqual(['a', 'c', 'b']);
  });

  it('may touch others', () => {
    expect(place(at('c', 2, 4, 8)).ranges).toHaveLength(3);
  });

  it('is rejected if it overlaps another, with a message naming both', () => {
    expect(place(at('c', 2, 3, 5))).toEqual({
      ranges: null,
      refusal:
        'Cavitation, 2024-05-03 3:00 AM to 2024-05-03 5:00 AM, overlaps No match, 2024-05-03 12:00 AM to 2024-05-03 4:00 AM. A time can belong to one pattern only.',
    });
  });

  it('is not compared with itself when it is moved', () => {
    expect(place({ ...bad, from: bad.from + hour, to: bad.to + hour }).ranges).toEqual([
      quiet,
      at('b', 2, 9, 11),
    ]);
  });

  it('is removed by its key', () => {
    expect(withoutRange([quiet, bad], 'a')).toEqual([bad]);
  });
});

describe('the ranges of a pattern', () => {
  it('are counted with their total length', () => {
    expect(countRanges([quiet, bad, at('c', 2, 12, 13)], 2)).toEqual({ count: 2, length: 3 * hour });
  });

  it('are required for every pattern before training', () => {
    expect(lackingForTraining({ ranges: [quiet, bad], patterns })).toBeNull();
    expect(lackingForTraining({ ranges: [quiet], patterns })).toBe("Give 'Cavitation' at least one range.");
    expect(lackingForTraining({ ranges: [], patterns })).toBe(
      "Give 'No match' and 'Cavitation' at least one range.",
    );
    expect(lackingForTraining({ ranges: [quiet], patterns: patterns.slice(0, 1) })).toBe(
      'Add a pattern to recognise.',
    );
  });
});

describe('a pattern', () => {
  it('gets a unique id and colour when it is new', () => {
    const added = newPattern(patterns, 'Leak');
    expect(added).toEqual({ id: -1, name: 'Leak', default: false, color: '#0072B2' });
    expect(newPattern([...patterns, added], 'Wear').id).toBe(-2);
  });

  it.each([
    [' ', 'Required.'],
    ['cavitation', 'Please enter a unique value.'],
    ['a "b"', 'Please enter a name without quotes.'],
    ['x'.repeat(103), '3 characters over maximum length of 100.'],
    ['Leak', null],
  ])('named %j: %s', (name, problem) => {
    expect(patternNameProblem(name, patterns)).toBe(problem);
  });

  it('is removed with its ranges', () => {
    const draft = { ...toDraft(saved), ranges: [quiet, bad] };
    expect(withoutPattern(draft, 2)).toEqual({ patterns: patterns.slice(0, 1), ranges: [quiet] });
  });

  it('takes its saved id, also in its ranges', () => {
    const added = newPattern(patterns, 'Leak');
    const draft = {
      ...toDraft(saved),
      patterns: [...patterns, added],
      ranges: [quiet, at('c', added.id, 5, 6)],
    };
    const leak = { ...added, id: 9 };
    const withLeak = { ...saved, patterns: [...patterns, leak], version: 5 };
    const now = withSavedPatterns(draft, withLeak.patterns);
    expect(now.patterns).toEqual(withLeak.patterns);
    expect(setBody(now, withLeak)).toMatchObject({
      training: [
        { patternId: 1 },
        { patternId: 9, start: '2024-05-03T05:00:00.000Z', end: '2024-05-03T06:00:00.000Z' },
      ],
      condition: null,
      version: 5,
    });
    // Changes made during the save are kept.
    const renamed = { ...patterns[1]!, name: 'Foam' };
    expect(
      withSavedPatterns({ ...draft, patterns: [patterns[0]!, renamed, added] }, withLeak.patterns),
    ).toEqual({
      ...now,
      patterns: [patterns[0], renamed, leak],
    });
  });
});
