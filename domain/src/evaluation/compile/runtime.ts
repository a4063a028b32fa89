import type { Grid } from '../model/grid.ts';

/** The interface that generated code uses; `Run` implements it. */
export interface Runtime {
  /** Columns of each input's points, in the plan's order. */
  readonly times: readonly Float64Array[];
  readonly values: readonly Float64Array[];
  /** By input: index of the first unprocessed point, and the number of points. */
  readonly starts: number[];
  readonly ends: readonly number[];
  readonly registers: Float64Array;
  readonly windows: readonly WindowState[];
  readonly excursions: readonly ExcursionAggregates[];
  readonly grids: readonly (Grid | null)[];
  /** Null for a calculated tag. */
  readonly thresholds: ThresholdStates | null;
  readonly output: OutputColumns;
  /** Points up to this time are processed without evaluating the logic. */
  readonly from: number;
  readonly until: number;
  /** The next time to stop at without a new point; Infinity for never. */
  wake: number;
  /** Called with the number of passes since the last call. */
  spend(passes: number): void;
  round(value: number, digits: number): number;
  /** The next time after `time` at which a result changes with time alone. */
  schedule(time: number): number;
  /** Whether the logic must be evaluated at `time`, where there is no point. */
  due(time: number): boolean;
}

/** A window over an input's points; see `Window`. */
export interface WindowState {
  readonly column: { readonly times: Float64Array; readonly values: Float64Array };
  readonly length: number;
  readonly end: number;
  readonly olderStart: number;
  readonly newerStart: number;
  readonly olderAnchor: number;
  readonly suffixSums: Float64Array;
  readonly suffixSquares: Float64Array;
  readonly suffixMaxima: Float64Array;
  readonly suffixMinima: Float64Array;
  readonly suffixTimes: Float64Array;
  readonly suffixProducts: Float64Array;
  head: number;
  next: number;
  anchor: number;
  anchorShift: number;
  sum: number;
  squares: number;
  maximum: number;
  minimum: number;
  lastFall: number;
  lastRise: number;
  timeSum: number;
  product: number;
  enterBlock(time: number, count: number): void;
}

/** The excursions of a threshold inside a window. */
interface ExcursionAggregates {
  countAt(time: number): number;
  timeAt(time: number): number;
  peekAt(time: number): number;
}

interface ThresholdStates {
  readonly truth: Uint8Array;
  readonly open: Uint8Array;
  readonly deadlines: Float64Array;
  readonly emitted: boolean;
  lastEvaluated: number;
  calculated: boolean;
  turn(threshold: number, truth: 0 | 1, time: number): void;
  expire(threshold: number, time: number): void;
  settle(time: number): void;
}

/** The points that a calculated tag stores. */
export interface OutputColumns {
  readonly times: Float64Array;
  readonly values: Float64Array;
  count: number;
  grow(): void;
}

/** The difference left - right of a comparison of intervals, as a function of time. */
export type Difference = (time: number) => number;
