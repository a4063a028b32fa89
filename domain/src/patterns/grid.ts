/** The points of an input: times in epoch milliseconds, ascending; NaN for a value that is bad. */
export interface InputPoints {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly length: number;
  /** For how many milliseconds a value is valid. Afterwards the input is missing. */
  readonly hold: number;
}

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

/**
 * Samples the last values of inputs at the points of a grid.
 * @param from epoch milliseconds; the first row is at the first grid point at or after it
 * @param to epoch milliseconds, excluded
 * @param step in milliseconds
 */
export function sampleOnGrid(inputs: readonly InputPoints[], from: number, to: number, step: number): Grid {
  const start = Math.ceil(from / step) * step;
  const rows = Math.max(0, Math.ceil((to - start) / step));
  const values = new Float64Array(rows * inputs.length);
  for (const [index, { times, values: points, length, hold }] of inputs.entries()) {
    let next = 0;
    for (let row = 0; row < rows; row++) {
      const time = start + row * step;
      while (next < length && times[next]! <= time) next += 1;
      const holds = next > 0 && time - times[next - 1]! <= hold;
      values[row * inputs.length + index] = holds ? points[next - 1]! : Number.NaN;
    }
  }
  return { start, step, inputs: inputs.length, values };
}

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
