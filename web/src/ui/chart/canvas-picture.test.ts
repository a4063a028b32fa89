import { afterEach, expect, it, vi } from 'vitest';
import { drawCanvasPicture, placeInRows } from './canvas-picture.ts';

afterEach(() => vi.restoreAllMocks());

it('wraps the entries of a legend into rows within the width of the chart', () => {
  expect(placeInRows([100, 100, 100, 500, 50], 250)).toEqual([
    { left: 0, row: 0 },
    { left: 120, row: 0 },
    { left: 0, row: 1 },
    { left: 0, row: 2 },
    { left: 0, row: 3 },
  ]);
});

it('draws each canvas in its place, below title, range and legend', () => {
  document.body.innerHTML = '<div><canvas></canvas><canvas></canvas></div>';
  const [first, second] = [...document.querySelectorAll('canvas')];
  const at = (top: number): DOMRect => new DOMRect(50, top, 600, 200);
  vi.spyOn(first!, 'getBoundingClientRect').mockReturnValue(at(100));
  vi.spyOn(second!, 'getBoundingClientRect').mockReturnValue(at(320));
  const texts: string[] = [];
  const drawn: unknown[][] = [];
  const pen = {
    measureText: () => ({ width: 80 }),
    fillText: (text: string) => texts.push(text),
    drawImage: (...values: unknown[]) => drawn.push(values),
    ...Object.fromEntries(
      ['scale', 'fillRect', 'translate', 'setLineDash', 'beginPath', 'moveTo', 'lineTo', 'stroke'].map(
        (name) => [name, () => undefined],
      ),
    ),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const picture = drawCanvasPicture(
    document.querySelector('div')!,
    {
      title: 'Feed pump',
      detail: 'May, UTC',
      lines: [
        { label: 'TI-7, °C', color: '#123456', dash: 'solid' },
        { label: 'PI-8, kPa', color: '#654321', dash: 'dashed' },
      ],
    },
    { text: '#111', muted: '#666', background: '#fff', fontFamily: 'Inter' },
  );
  expect(texts).toEqual(['Feed pump', 'May, UTC', 'TI-7, °C', 'PI-8, kPa']);
  expect(drawn).toEqual([
    [first, 0, 68, 600, 200],
    [second, 0, 288, 600, 200],
  ]);
  expect([picture?.width, picture?.height]).toEqual([2 * 632, 2 * 520]);
});

it('draws nothing without a canvas', () => {
  const head = { title: '', detail: '', lines: [] };
  const ink = { text: '', muted: '', background: '', fontFamily: '' };
  expect(drawCanvasPicture(document.createElement('div'), head, ink)).toBeNull();
});
