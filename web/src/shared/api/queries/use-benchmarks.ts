import { useQuery } from '@tanstack/react-query';
import type { listBenchmarks } from '@twinward/contracts/assets/benchmark';
import { call } from '../http.ts';

/** What the lives of equipment are compared with: a figure an entry of the taxonomy that has one. */
export const useBenchmarks = () =>
  useQuery({
    queryKey: ['taxonomy', { benchmarks: true }],
    queryFn: ({ signal }) => call<typeof listBenchmarks>('GET /api/library/models/mtbf', { signal }),
  });
