/** Returns an upper bound of a percentile of the lag, in milliseconds, of the evaluations between two readings. */
export function computeLag(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  share: number,
): number {
  const counts = [...after]
    .map(([most, count]) => [most, count - (before.get(most) ?? 0)] as const)
    .sort((a, b) => a[0] - b[0]);
  const all = counts.at(-1)![1];
  return counts.find(([, count]) => count >= all * share)![0] * 1000;
}
