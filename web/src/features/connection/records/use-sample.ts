import { useQuery } from '@tanstack/react-query';
import type { ShownRecord } from '@twinward/contracts/connections/request';
import { askSystem } from '../api/requests.ts';

const none: readonly ShownRecord[] = [];

/** The latest ten records of a stream in the system. Read once, and again on demand. */
export function useSample(connectionId: number, stream: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['connection-requests', { connectionId, records: stream }],
    queryFn: async ({ signal }) =>
      (await askSystem(connectionId, { kind: 'records', stream }, signal)).records ?? none,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    records: data ?? none,
    isRead: data !== undefined,
    isReading: isFetching,
    failure: error,
    read: () => void refetch(),
  };
}

export type Sample = ReturnType<typeof useSample>;
