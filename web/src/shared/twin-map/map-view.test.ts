import { expect, it } from 'vitest';
import { fitView, panned, revealing, wholeMap, zoomed } from './map-view.ts';

const size = { width: 800, height: 400 };

it('zooms around a fixed point', () => {
  const view = zoomed(wholeMap, 4, { x: 200, y: 100 }, size);
  expect(view).toEqual({ scale: 4, x: 150, y: 75 });
  expect(zoomed(view, 0.1, { x: 0, y: 0 }, size)).toEqual(wholeMap);
});

it('pans only inside the map', () => {
  const view = { scale: 2, x: 100, y: 50 };
  expect(panned(view, { x: 40, y: -40 }, size)).toEqual({ scale: 2, x: 80, y: 70 });
  expect(panned(view, { x: 4000, y: -4000 }, size)).toEqual({ scale: 2, x: 0, y: 200 });
  expect(panned(wholeMap, { x: 50, y: 50 }, size)).toEqual(wholeMap);
});

it('shows a rectangle as large as possible', () => {
  expect(fitView([200, 100, 200, 100], size)).toEqual({ scale: 4, x: 200, y: 100 });
  expect(fitView([200, 100, 100, 100], size)).toEqual({ scale: 4, x: 150, y: 100 });
  expect(fitView([0, 0, 800, 400], size)).toEqual(wholeMap);
});

it('pans as little as needed to reveal a tile', () => {
  const view = { scale: 4, x: 200, y: 100 };
  expect(revealing(view, [250, 120, 20, 20], size)).toEqual(view);
  expect(revealing(view, [390, 90, 20, 20], size)).toEqual({ scale: 4, x: 210, y: 90 });
});
