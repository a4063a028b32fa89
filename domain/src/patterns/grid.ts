/** Rows with a value per input at each point of a grid that is anchored at 1970-01-01 UTC. Missing values are NaN. */
export interface Grid {
  /** Epoch milliseconds of the first row. */
  readonly start: number;
  /** Milliseconds. */
  readonly step: number;
  readonly inputs: number;
  readonly values: Float64Array;
}

export const rowCount = ({ values, inputs }: Grid): number => values.length / inputs;

/** Returns the median interval between points in milliseconds. Null with fewer than two points. */
export function medianInterval(times: Float64Array, length: number): number | null {
  if (length < 2) return null;
  const intervals = new Float64Array(length - 1);
  for (let i = 0; i < intervals.length; i++) intervals[i] = times[i + 1]! - times[i]!;
  intervals.sort();
  return intervals[Math.floor(intervals.length / 2)]!;
}

/** Proposes the step of a grid in milliseconds: the longest interval in whole seconds, at least one second. */
export function proposeStep(intervals: readonly number[]): number {
  return Math.max(1, Math.round(Math.max(...intervals) / 1000)) * 1000;
}
