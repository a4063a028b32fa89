import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { createMutationCache, type MutationEffects } from './mutation-effects.ts';
import type { Key } from './query-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
    mutationMeta: MutationEffects;
    queryMeta: {
      /** Minimum milliseconds between refetches caused by live events. */
      renewEvery?: number;
      /** Milliseconds by which the data of a response may be outdated; after an event, the query is refetched again. */
      lag?: number;
    };
  }
}

/** Limits queries over the whole plant, which evaluation changes continuously, to one refetch every few seconds. */
export const plantWide = { meta: { renewEvery: 3000 } };

const maximumTries = 3;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: createMutationCache(),
    defaultOptions: {
      // Always: a server in the plant network is often reachable while the browser reports to be offline.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Live events invalidate changed data. This limits the effect of missed events.
        staleTime: 60_000,
        retry: (failures, error) =>
          failures < maximumTries - 1 && !(error instanceof ApiError && error.isRefusal),
      },
    },
  });
