import { describe, expect, it } from 'vitest';
import { laneBlocks, timeInside } from './blocks.ts';

// A plot of 1000 pixels for 1000 ms: a pixel is a millisecond.
const frame = { width: 1060, left: 50, right: 10, hasLabels: false };
const range = { from: 0, to: 1000 };
const x = (pixels: number) => frame.left + pixels;

describe('blocks of a lane', () => {
  it('places blocks by time and clips them to the plot', () => {
    expect(
      laneBlocks(
        [
          { from: -50, to: 20 },
          { from: 100, to: 150 },
          { from: 990, to: 2000 },
        ],
        range,
        frame,
      ),
    ).toEqual([
      { left: x(0), width: 20 },
      { left: x(100), width: 50 },
      { left: x(990), width: 10 },
    ]);
  });

  it('keeps thin blocks visible, also at the right edge', () => {
    expect(
      laneBlocks(
        [
          { from: 10, to: 10 },
          { from: 1000, to: 1000 },
        ],
        range,
        frame,
      ),
    ).toEqual([
      { left: x(10), width: 2 },
      { left: x(998), width: 2 },
    ]);
  });

  it('merges blocks that would touch', () => {
    const spans = Array.from({ length: 500 }, (_, index) => ({ from: index * 2, to: index * 2 + 1 }));
    expect(laneBlocks(spans, range, frame)).toEqual([{ left: x(0), width: 1000 }]);
  });

  it('omits spans outside the range', () => {
    expect(
      laneBlocks(
        [
          { from: -10, to: -1 },
          { from: 1001, to: 1002 },
        ],
        range,
        frame,
      ),
    ).toEqual([]);
  });
});

it('sums the time inside a range', () => {
  expect(
    timeInside(
      [
        { from: -50, to: 20 },
        { from: 100, to: 150 },
        { from: 2000, to: 3000 },
      ],
      range,
    ),
  ).toBe(70);
});
