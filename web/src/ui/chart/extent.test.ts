import { describe, expect, it } from 'vitest';
import { tagsExtent } from './extent.ts';

describe('the extent of tags', () => {
  it('is from the oldest to the latest point of all tags', () => {
    expect(
      tagsExtent([
        { oldestTime: '2014-02-01T00:00:00Z', latestTime: '2014-02-03T00:00:00Z' },
        { oldestTime: null, latestTime: null },
        { oldestTime: '2014-01-01T00:00:00Z', latestTime: '2014-01-05T00:00:00Z' },
      ]),
    ).toEqual({ from: Date.UTC(2014, 0, 1), to: Date.UTC(2014, 1, 3) });
  });
  it('is null without points', () => {
    expect(tagsExtent([{ oldestTime: null, latestTime: null }])).toBeNull();
    expect(tagsExtent([])).toBeNull();
  });
});
