import { expect, test } from 'vitest';
import { placeText, readPlace } from './place.ts';

test.each([
  ['5', { structure: 'location', type: 'asset', id: 5 }],
  ['process.unit.12', { structure: 'process', type: 'unit', id: 12 }],
])('decodes and encodes the place %s', (text, place) => {
  expect(readPlace(text)).toEqual(place);
  expect(placeText(place)).toBe(text);
});

test.each([undefined, '', 'x', '0', 'a.5', 'a.b.c', 'a.b.5.6', '__proto__'])('rejects the place %s', (text) =>
  expect(readPlace(text)).toBeNull(),
);
