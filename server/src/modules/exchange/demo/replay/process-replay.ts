import type { ProcessRun } from '../process-data.ts';

/** Between two rows. They were recorded three minutes apart, so the replay is 18 times faster. */
export const rowInterval = 10_000;
/** History before the anchor. */
export const processHistory = 24 * 3_600_000;

/** Rows of some columns, in order. */
export interface Recording {
  rows: number;
  /** By column. */
  values: ReadonlyMap<string, readonly number[]>;
}

/** Joins the test runs: each run with a fault after the normal run. */
export function joinRuns(runs: readonly ProcessRun[], columns: readonly string[]): Recording {
  const tests = runs.filter(({ set }) => set === 'test');
  const normal = tests.find(({ fault }) => fault === 0)!;
  const ordered = tests.filter(({ fault }) => fault !== 0).flatMap((run) => [normal, run]);
  return {
    rows: ordered.reduce((sum, { rows }) => sum + rows, 0),
    values: new Map(columns.map((column) => [column, ordered.flatMap(({ values }) => values.get(column)!)])),
  };
}

/**
 * Returns the rows with from < time <= to of a recording that is replayed without end, with its first row at `begin`.
 */
export function rowsBetween(
  { rows, values }: Recording,
  begin: number,
  from: number,
  to: number,
): { times: number[]; values: Map<string, number[]> } {
  const first = Math.max(0, Math.floor((from - begin) / rowInterval) + 1);
  const last = Math.floor((to - begin) / rowInterval);
  const played = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return {
    times: played.map((row) => begin + row * rowInterval),
    values: new Map(Array.from(values, ([column, all]) => [column, played.map((row) => all[row % rows]!)])),
  };
}
