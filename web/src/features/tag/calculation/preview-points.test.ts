import { describe, expect, it } from 'vitest';
import { historyFor, month, previewRange, toBlock } from './preview-points.ts';

const day = 86_400_000;
const latest = 400 * day;

describe('the range of a preview', () => {
  it('is the month before the latest point of any tag', () => {
    const span = previewRange([
      { latest: latest - day, inMonth: 10 },
      { latest, inMonth: 200_000 },
      { latest: null, inMonth: 0 },
    ]);
    expect(span).toEqual({ from: latest - month, to: latest });
  });

  it('is shorter, by whole hours, if a tag has too many points for a browser', () => {
    expect(previewRange([{ latest, inMonth: 2_592_000 }])).toEqual({
      from: latest - 55 * 3_600_000,
      to: latest,
    });
  });

  it('is null without points', () => {
    expect(previewRange([{ latest: null, inMonth: 0 }])).toBeNull();
    expect(previewRange([])).toBeNull();
  });

  it('includes the history for windows in steps of at least a day', () => {
    expect([0, day, day + 1, 8 * day, 400 * day].map((window) => historyFor(window) / day)).toEqual([
      1, 1, 7, 30, 400,
    ]);
  });
});

describe('points for the engine', () => {
  it('preserve their quality; a missing value is bad', () => {
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
