import { describe, expect, it } from 'vitest';
import { levelGroups, levelWords, toLevelSpans } from './lanes.ts';
import { tallyText } from './tally-text.ts';

const minute = 60_000;
const noon = Date.UTC(2014, 1, 7, 12);
const at = (minutes: number) => noon + minutes * minute;

describe('the totals of a threshold', () => {
  it.each([
    [{ count: 0, duration: 0 }, 'no excursions'],
    [{ count: 1, duration: 10 * minute }, '1 excursion, 10 min'],
    [{ count: 2, duration: 15 * minute, isOpen: true }, '2 excursions, 15 min, open'],
    [{ count: 7200, duration: 7200 * minute }, '7,200 excursions, 5 d'],
    [{ count: 80, duration: 80 * minute, isKept: false }, '80 times, not kept, 1 h 20 min'],
    [{ count: 1, duration: minute, isKept: false }, '1 time, not kept, 1 min'],
    [{ count: 0, duration: 0, isKept: false }, 'not kept'],
  ])('for %j are %s', (tally, text) => {
    expect(tallyText({ isOpen: false, isKept: true, ...tally })).toBe(text);
  });
});

describe('the level over time', () => {
  it('is drawn lowest level first, in the level colours', () => {
    const span = (level: number, from: number, to: number) => ({
      level,
      start: at(from),
      end: at(to),
      count: 1,
    });
    expect(levelGroups([span(1000, 20, 30), span(250, 10, 20), span(250, 30, 40)])).toEqual([
      {
        color: '#ffc107',
        spans: [
          { from: at(10), to: at(20) },
          { from: at(30), to: at(40) },
        ],
      },
      { color: '#e5393a', spans: [{ from: at(20), to: at(30) }] },
    ]);
  });

  it('is described in words, the highest level first', () => {
    const span = (level: number, count: number) => ({ level, start: at(0), end: at(10), count });
    expect(levelWords([span(250, 3), span(1000, 1), span(250, 1)])).toBe('1000: 1 time, 250: 4 times');
    expect(levelWords([])).toBe('always 0');
  });

  it('has each level until the next change or the latest data, and omits level 0', () => {
    const changes = [
      { time: at(0), level: 0 },
      { time: at(10), level: 250 },
      { time: at(20), level: 0 },
      { time: at(30), level: 1000 },
    ];
    expect(toLevelSpans(changes, at(40))).toEqual([
      { level: 250, start: at(10), end: at(20), count: 1 },
      { level: 1000, start: at(30), end: at(40), count: 1 },
    ]);
  });
});
