import { expect, test } from 'vitest';
import { referenceCaption, titlesInCaption } from './reference.ts';

test.each([
  [{ type: 'twin', id: 1, title: 'Pump 1', detail: 'P-101' }, 'Pump 1 (P-101)'],
  [{ type: 'risk-analysis', id: 1, title: 'Plant', detail: '' }, 'Plant'],
  [{ type: 'inspection', id: 1, title: 'INS-1', detail: 'draft' }, 'INS-1'],
  [{ type: 'inspection', id: 7, title: '', detail: null }, '#7'],
])('formats %j as %s', (record, caption) => {
  expect(referenceCaption(record)).toBe(caption);
});

test('parses the title from a caption with several parentheses', () => {
  expect(titlesInCaption('Pump (old) (P (1))')).toEqual([
    'Pump (old) (P (1))',
    'Pump',
    'Pump (old)',
    'Pump (old) (P',
  ]);
});
