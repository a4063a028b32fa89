import type { listBenchmarks } from '@twinward/contracts/assets/benchmark';
import { useApiQuery } from '../api-query.ts';

/** Published life data, one benchmark per entry of the taxonomy that has one. */
export const useBenchmarks = () =>
  useApiQuery<typeof listBenchmarks>(['taxonomy', { benchmarks: true }], 'GET /api/library/models/mtbf');
