import { expect, it } from 'vitest';
import { readRange } from '../../ui/chart/range-address.ts';
import { atRange } from './at-range.ts';
import { explorePath, monitorPath } from './paths.ts';

const range = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 1, 1) };

it.each([[monitorPath(7)], [explorePath(7, 4, [5, 6])]])('adds a range to %s', (path) => {
  const url = new URL(atRange(path, range), 'http://localhost');
  expect(readRange(url.searchParams)).toEqual({ kind: 'fixed', range });
  expect(url.pathname).toBe(path.split('?')[0]);
  expect(url.searchParams.get('with')).toBe(path.includes('with') ? '5,6' : null);
});
