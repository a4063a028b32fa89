/** Returns the smallest value that a share (0 < share <= 1) of the values does not exceed. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
