import type { listBenchmarks } from '@twinward/contracts/assets/benchmark';
import { useApiQuery } from '../api-query.ts';

/** What the lives of equipment are compared with: a figure an entry of the taxonomy that has one. */
export const useBenchmarks = () =>
  useApiQuery<typeof listBenchmarks>(['taxonomy', { benchmarks: true }], 'GET /api/library/models/mtbf');
