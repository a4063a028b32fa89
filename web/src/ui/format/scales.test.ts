import { describe, expect, it } from 'vitest';
import { bucketLabel, levelBucket, levelBuckets, levelColor, riskColor } from './scales.ts';

describe('levels', () => {
  it.each([
    [0, 0],
    [1, 1],
    [250, 1],
    [251, 2],
    [500, 2],
    [501, 3],
    [750, 3],
    [751, 4],
    [1000, 4],
  ])('puts level %i in bucket %i', (level, bucket) => {
    expect(levelBucket(level)).toBe(bucket);
  });

  it('labels buckets by their bounds', () => {
    expect(levelBuckets.map(bucketLabel)).toEqual(['0', '1–250', '251–500', '501–750', '751–1000']);
  });

  it.each([
    [null, '#9E9E9E'],
    [0, '#4CAF50'],
    [125, '#a6b82c'],
    [250, '#ffc107'],
    [625, '#f27d21'],
    [1000, '#e5393a'],
    [1200, '#E5393A'],
  ])('level %s has the colour %s', (level, color) => {
    expect(levelColor(level)).toBe(color);
  });
});

describe('risks', () => {
  it.each([
    [null, '#9E9E9E'],
    [0, '#FDF6F5'],
    [500_000, '#be7b7b'],
    [500_999, '#be7b7b'],
    [1_000_000, '#7f0000'],
    [25_000_000, '#7F0000'],
  ])('risk %s has the colour %s', (risk, color) => {
    expect(riskColor(risk)).toBe(color);
  });
});
