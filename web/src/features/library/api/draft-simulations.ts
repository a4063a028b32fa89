import { useQuery } from '@tanstack/react-query';
import type {
  DraftSimulation,
  getDraftSimulation,
  simulateDraft,
} from '@twinward/contracts/library/draft-simulation';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';
import { isUnfinished } from '../../../shared/api/queries/use-command.ts';

const pollInterval = 1000;

/** The simulation of a model's draft; null if it was never simulated. Polled while it runs. */
export const useDraftSimulation = (modelId: number, version: number) =>
  useQuery({
    // The version makes it stale after a change of the draft.
    queryKey: ['draft-simulations', { modelId, version }] as const,
    queryFn: async ({ signal }): Promise<DraftSimulation | null> =>
      (await call<typeof getDraftSimulation>('GET /api/library/models/:id/draft/simulation', {
        params: { id: modelId },
        signal,
      })) ?? null,
    refetchInterval: ({ state }) => {
      const simulation = state.data as DraftSimulation | null | undefined;
      return simulation && isUnfinished(simulation.command.status) ? pollInterval : false;
    },
  });

export const useSimulateDraft = (modelId: number) =>
  useApiMutation<typeof simulateDraft>('POST /api/library/models/:id/draft/simulation', {
    params: { id: modelId },
    says: null,
    renews: ['draft-simulations'],
  });
