import { describe, expect, it } from 'vitest';
import { historyFor, month, spanOf, toBlock } from './preview-points.ts';

const day = 86_400_000;
const latest = 400 * day;

describe('what a preview covers', () => {
  it('is the month up to the latest point of any tag', () => {
    const span = spanOf([
      { latest: latest - day, inMonth: 10 },
      { latest, inMonth: 200_000 },
      { latest: null, inMonth: 0 },
    ]);
    expect(span).toEqual({ from: latest - month, to: latest });
  });

  it('is shorter, by whole hours, where a tag has more points than a browser should read', () => {
    expect(spanOf([{ latest, inMonth: 2_592_000 }])).toEqual({ from: latest - 55 * 3_600_000, to: latest });
  });

  it('is nothing without points', () => {
    expect(spanOf([{ latest: null, inMonth: 0 }])).toBeNull();
    expect(spanOf([])).toBeNull();
  });

  it('reads back in steps for the windows, at least a day', () => {
    expect([0, day, day + 1, 8 * day, 400 * day].map((window) => historyFor(window) / day)).toEqual([
      1, 1, 7, 30, 400,
    ]);
  });
});

describe('points for the engine', () => {
  it('keep their quality; one without a value is bad', () => {
    expect(
      toBlock({ times: [1, 2, 3], values: [5, null, 7], qualities: ['good', 'bad', 'uncertain'] }),
    ).toEqual({
      times: Float64Array.from([1, 2, 3]),
      values: Float64Array.from([5, 0, 7]),
      qualities: Uint8Array.from([0, 2, 1]),
      length: 3,
    });
    expect(toBlock({ times: [1], values: [5] }).qualities).toEqual(Uint8Array.from([0]));
  });
});
