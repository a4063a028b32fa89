import type { Database } from '@twinward/server/src/platform/database/database.ts';

/** A figure and that of a peer, measured in the same run. Only the ratio is meaningful across machines. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  peer: string;
  peerValue: number;
  /** Ratio to the peer. Above 1 is better, whether higher or lower values are better. */
  ratio: number;
  /** Minimum ratio. Null if it is only reported. */
  target: number | null;
}

/** The environment of a benchmark: an empty, migrated tenant's database. */
export interface BenchContext {
  database: Database;
  /** For a separate connection. */
  connectionString: string;
}

/** Returns the median time of each contestant, in milliseconds. */
export const medianMilliseconds = <Contestants extends ((round: number) => Promise<unknown>)[]>(
  rounds: number,
  ...contestants: Contestants
): Promise<{ [Index in keyof Contestants]: number }> =>
  medians<Contestants>(rounds, contestants, async (run, round) => {
    const start = performance.now();
    await run(round);
    return performance.now() - start;
  });

/**
 * Returns the median measurement of each contestant. They run alternately, so that other work of the machine affects
 * all equally.
 */
export async function medians<Contestants extends unknown[]>(
  rounds: number,
  contestants: Contestants,
  measure: (contestant: Contestants[number], round: number) => Promise<number>,
): Promise<{ [Index in keyof Contestants]: number }> {
  const measured = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries())
      measured[index]!.push(await measure(contestant, round));
  }
  const middle = measured.map((all) => all.sort((a, b) => a - b)[Math.floor(rounds / 2)]!);
  return middle as { [Index in keyof Contestants]: number };
}

/** Returns the processor seconds of this process, which depend little on other work of the machine. */
export const processorSeconds = (): number => process.cpuUsage().user / 1e6;

/** A figure with its required minimum. */
export const atLeast = (name: string, value: number, unit: string, bound: number): BenchRow => ({
  name,
  value,
  unit,
  peer: 'to reach',
  peerValue: bound,
  target: 1,
  ratio: value / bound,
});

/** A figure with its allowed maximum. */
export const atMost = (name: string, value: number, unit: string, bound: number): BenchRow => ({
  name,
  value,
  unit,
  peer: 'at most',
  peerValue: bound,
  target: 1,
  ratio: bound / Math.max(value, bound / 1000),
});
