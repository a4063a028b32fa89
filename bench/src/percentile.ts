/** The smallest of some values that a share of them, above 0 and up to 1, does not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
