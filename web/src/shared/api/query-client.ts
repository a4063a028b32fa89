import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { createMutationCache, type MutationEffects } from './mutation-effects.ts';
import type { Key } from './query-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
    mutationMeta: MutationEffects;
    queryMeta: {
      /** Milliseconds that live events leave an answer as it is. */
      renewEvery?: number;
      /** Milliseconds by which an answer may be older than its call: it is renewed again after an event in that time. */
      lag?: number;
    };
  }
}

/** Of queries over the whole plant, which evaluation changes all the time: they follow it every few seconds. */
export const plantWide = { meta: { renewEvery: 3000 } };

const maximumTries = 3;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: createMutationCache(),
    defaultOptions: {
      // Always: a plant's server is often reachable when the browser believes to be offline.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Live events invalidate what changes; this limits the effect of missed events.
        staleTime: 60_000,
        retry: (failures, error) =>
          failures < maximumTries - 1 && !(error instanceof ApiError && error.isRefusal),
      },
    },
  });
