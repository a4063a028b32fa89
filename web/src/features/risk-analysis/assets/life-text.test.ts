import { expect, it } from 'vitest';
import { compareText } from './life-text.ts';

it.each([
  [-120, { isWorse: true, text: '4 months worse than the library' }],
  [-1.5, { isWorse: true, text: '2 days worse than the library' }],
  [-0.02, { isWorse: false, text: 'equal to the library' }],
  [0, { isWorse: false, text: 'equal to the library' }],
  [730, { isWorse: false, text: '2 years better than the library' }],
])('formats a life that differs by %d days', (days, compared) => {
  expect(compareText(days, 'the library', 'apm')).toEqual(compared);
});
