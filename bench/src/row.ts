import type { Database } from '@twinward/server/src/platform/database/database.ts';

/** One figure beside that of a peer, measured in the same run: only the ratio says something by itself. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  peer: string;
  peerValue: number;
  /** How many times better than the peer: above 1 is better, whether the unit counts up or down. */
  ratio: number;
  /** What the ratio must reach; null where it is only reported. */
  target: number | null;
}

/** What a benchmark runs on: an empty, migrated tenant's database. */
export interface BenchContext {
  database: Database;
  /** For a connection of one's own. */
  connectionString: string;
}

/** The middle one of each contestant's times, in milliseconds. */
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
 * The middle one of what is measured of each contestant. They take turns, so that what else the machine does falls on all
 * of them alike.
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

/** Seconds of the processor that this process used, so that what else the machine does counts little. */
export const processorSeconds = (): number => process.cpuUsage().user / 1e6;

/** A figure beside the least that it has to reach. */
export const atLeast = (name: string, value: number, unit: string, bound: number): BenchRow => ({
  name,
  value,
  unit,
  peer: 'to reach',
  peerValue: bound,
  target: 1,
  ratio: value / bound,
});

/** A figure beside the most that it may be. */
export const atMost = (name: string, value: number, unit: string, bound: number): BenchRow => ({
  name,
  value,
  unit,
  peer: 'at most',
  peerValue: bound,
  target: 1,
  ratio: bound / Math.max(value, bound / 1000),
});
