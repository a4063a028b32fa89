import { expect, it } from 'vitest';
import { drawSpans, type Ink, trackHeight } from './draw-spans.ts';

const left = 56;

/** The filled rectangles: colour, alpha, left and width. */
function drawn(spans: Parameters<typeof drawSpans>[1]) {
  const filled: [string, number, number, number][] = [];
  const ink: Ink = {
    fillStyle: '',
    globalAlpha: 1,
    clearRect: () => undefined,
    fillRect(x, y, width, height) {
      expect([y, height]).toEqual([0, trackHeight]);
      filled.push([String(this.fillStyle), this.globalAlpha, x, width]);
    },
  };
  // A plot of 1,000 pixels starting at `left`, one time unit per pixel.
  const frame = { width: left + 1012, left, right: 12, hasLabels: false };
  drawSpans(ink, spans, { range: { from: 0, to: 1000 }, frame, color: 'red', track: 'grey' });
  return filled;
}

const track = ['grey', 1, left, 1000];

it('draws spans clipped to the plot', () => {
  const spans = [
    { start: -50, end: 100, count: 1 },
    { start: 500, end: 600, count: 1 },
    { start: 950, end: 2000, count: 1 },
    { start: 3000, end: 4000, count: 1 },
  ];
  expect(drawn(spans)).toEqual([track, ['red', 1, 56, 100], ['red', 1, 556, 100], ['red', 1, 1006, 50]]);
});

it('keeps short spans visible, also at the edge, and draws merged spans paler', () => {
  expect(
    drawn([
      { start: 10, end: 10, count: 1 },
      { start: 200, end: 300, count: 7 },
      { start: 400, end: 402, count: 2 },
      { start: 1000, end: 1001, count: 1 },
    ]),
  ).toEqual([track, ['red', 1, 66, 2], ['red', 0.6, 256, 100], ['red', 1, 456, 2], ['red', 1, 1054, 2]]);
});
