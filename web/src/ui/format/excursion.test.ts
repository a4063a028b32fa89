import { expect, it } from 'vitest';
import { excursionLength } from './excursion.ts';

const start = '2014-02-07T12:00:00.000Z';

it.each([
  ['2014-02-12T12:00:00.000Z', '2014-03-01T00:00:00.000Z', '5 d'],
  [null, '2014-02-12T14:00:00.000Z', 'open, 5 d 2 h'],
  [null, '2014-02-07T11:00:00.000Z', 'open, 0 s'],
  [null, null, 'open, 0 s'],
])('formats the duration of an excursion that ended at %s, evaluated to %s: %s', (end, evaluatedTo, text) => {
  expect(excursionLength({ start, end, evaluatedTo })).toBe(text);
});
