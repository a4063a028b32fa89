import type { levelBuckets as contractBuckets } from '@twinward/contracts/twins/twin';

export { levelColor, noValueColor, riskColor } from '@twinward/domain/risk/color-scale';

/** Colours and steps of levels (0 to 1000) and of risk (money). Colour is never the only indication. */

export const levelBuckets: typeof contractBuckets = [
  { from: 0, to: 0 },
  { from: 1, to: 250 },
  { from: 251, to: 500 },
  { from: 501, to: 750 },
  { from: 751, to: 1000 },
];

/** The bucket of a level, 0 to 4. */
export function levelBucket(level: number): number {
  const index = levelBuckets.findIndex((bucket) => level <= bucket.to);
  return index === -1 ? levelBuckets.length - 1 : index;
}

export const bucketLabel = ({ from, to }: { from: number; to: number }): string =>
  from === to ? String(from) : `${from}–${to}`;
