import type { listBenchmarks } from '@twinward/contracts/assets/benchmark';
import { useApiQuery } from '../api-query.ts';

/** Published life data: at most one benchmark per taxonomy entry. */
export const useBenchmarks = () =>
  useApiQuery<typeof listBenchmarks>(['taxonomy', { benchmarks: true }], 'GET /api/library/models/mtbf');
