import type { BenchmarkLevel } from '@twinward/domain/risk/benchmark';
import type { Generated } from 'kysely';

export interface BenchmarkTable {
  taxonomy_id: number;
  /** How well founded it is, 0 to 100 */
  score: number | null;
  distribution: 'none' | 'weibull';
  mtbf_days: number;
  shape: number;
  /** Days, by its MTBF and shape */
  characteristic_life: number;
  source: string;
  is_example: boolean;
  /** Counts up with every change. */
  version: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    benchmark: BenchmarkTable;
    /** The benchmark that counts for an entry of the taxonomy: its own, or the nearest above it. */
    benchmark_of_taxonomy: Omit<BenchmarkTable, 'version'> & { benchmark_id: number; level: BenchmarkLevel };
  }
}
