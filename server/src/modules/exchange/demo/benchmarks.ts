import type { Db } from '../../../platform/database/database.ts';
import { writeBenchmark } from '../../assets/benchmark/service.ts';
import { exampleBenchmarks } from './example-benchmarks.ts';
import { selectClasses } from './store.ts';

/**
 * Loads example benchmarks for the classes that have none.
 * @returns no assets
 */
export async function loadBenchmarks(trx: Db): Promise<number[]> {
  const classes = await selectClasses(trx);
  for (const [category, ofClass, mtbfDays, shape] of exampleBenchmarks) {
    const entry = classes.find((one) => one.category === category && one.class === ofClass);
    if (entry === undefined || entry.hasBenchmark) continue;
    await writeBenchmark(trx, null, entry.id, {
      score: null,
      distribution: 'weibull',
      mtbfDays,
      shape,
      source: 'An example: figures of this kind have no public source',
      isExample: true,
    });
  }
  return [];
}
