import { expect, it } from 'vitest';
import { indicator } from '../testing/contexts.ts';
import { hover } from './hover.ts';

/** The hover at the `|` in a text: the word, the title and the description. */
function hovered(marked: string): string[] | null {
  const text = marked.replace('|', '');
  const found = hover(text, marked.indexOf('|'), indicator);
  return found && [text.slice(found.from, found.to), found.title, found.description];
}

it.each([
  ['[Fl|ow] > 3', ['[Flow]', '[Flow]', 'Discharge flow Data points.']],
  ['COUNTER(|[Hours]) > 3', ['[Hours]', '[Hours]', 'A counter.']],
  ['INTERVAL([Service|]) > #1d', ['[Service]', '[Service]', 'Completed work.']],
  ['|sqrt(3) > 1', ['sqrt', 'SQRT(x)', 'The square root of x; null below 0.']],
  [
    'INTERVA|L([Flow]) > #1d',
    [
      'INTERVAL',
      'INTERVAL([tag])',
      'The time since the latest point of a tag, or since its latest completed work; null before the first. In an activity protection its work counts from the start date. Only in the thresholds of a protection.',
    ],
  ],
  ['INTERVAL([Flow]) > |#36h', ['#36h', '#36h', '1 day 12 hours']],
  ['EXCURSIONCOUNT("of|ten") > 1', ['"often"', '"often"', 'Threshold Often high.']],
  ['MATCHESPATTERN("|Cavitation")', ['"Cavitation"', '"Cavitation"', 'Pattern.']],
  ['BOOL hot = TRUE RETURN h|ot', ['hot', 'BOOL hot', 'Variable.']],
  [
    'RETURN |no_calc',
    [
      'no_calc',
      'NO_CALC',
      'No result at this time: a calculated tag stores nothing, a threshold keeps its state.',
    ],
  ],
  ['[Flow]| > 3', null],
  ['[Unknown|] > 3', null],
  ['[Flow] > 3|', null],
  ['// IF|', null],
])('describes the word at %s', (text, expected) => {
  expect(hovered(text)).toEqual(expected);
});

it('shows the example of a function', () => {
  expect(hover('TREND([Flow], INCREASING, #1d)', 2, indicator)?.example).toBe(
    'TREND([Temp], INCREASING_FIT, #7d)',
  );
});
