import type { Database } from '@twinward/server/src/platform/database.ts';

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

/** The middle one of the times, in milliseconds, of `runs` runs. */
export async function medianMilliseconds(
  runs: number,
  run: (index: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const start = performance.now();
    await run(index);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)]!;
}
