import { levelBuckets, type TwinLevels } from '@twinward/contracts/twins/twin';

/** Sums counts by level into the five buckets; level null means never evaluated. */
export function bucketLevels(counts: readonly { level: number | null; count: number }[]): TwinLevels {
  const sum = (matches: (level: number | null) => boolean) =>
    counts.filter(({ level }) => matches(level)).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(() => true),
    unknown: sum((level) => level === null),
    buckets: levelBuckets.map(({ from, to }) => ({
      from,
      to,
      count: sum((level) => level !== null && level >= from && level <= to),
    })),
  };
}
