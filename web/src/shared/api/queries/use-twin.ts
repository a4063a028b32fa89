import { useQuery } from '@tanstack/react-query';
import type { getTwin } from '@twinward/contracts/twins/twin';
import { call } from '../http.ts';

/** One twin, with its probability, consequence and risk. */
export const useTwin = (twinId: number) =>
  useQuery({
    queryKey: ['twins', { twinId }],
    queryFn: ({ signal }) => call<typeof getTwin>('GET /api/twins/:id', { params: { id: twinId }, signal }),
  });
