import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  applySimulation,
  deleteSimulations,
  getSimulation,
  getSimulationSummary,
  NewSimulation,
  Simulation,
  startSimulation,
} from '@twinward/contracts/protections/simulation';
import type {
  downloadSimulation,
  getSimulationScore,
  getSimulationSpans,
  getSimulationTallies,
  listSimulatedExcursions,
} from '@twinward/contracts/protections/simulation-result';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { noRange, useDrawnRange, useExactRange } from '../../../ui/chart/use-drawn-range.ts';

const pollInterval = 1000;

const simulationKey = (protectionId: number) => ['simulations', { protectionId }] as const;

/** Whether a simulation has not ended. */
export const isActive = ({ jobStatus }: Pick<Simulation, 'jobStatus'>): boolean =>
  jobStatus !== 'done' && jobStatus !== 'error';

/** The simulation of a protection, or null. It is polled while it runs. */
export const useSimulation = (protectionId: number) =>
  useQuery({
    queryKey: simulationKey(protectionId),
    queryFn: async ({ signal }): Promise<Simulation | null> =>
      (await call<typeof getSimulation>('GET /api/indicators/:id/simulations', {
        params: { id: protectionId },
        signal,
      })) ?? null,
    // Any change of the protection makes it stale.
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const simulation = state.data as Simulation | null | undefined;
      return simulation && isActive(simulation) ? pollInterval : false;
    },
  });

export const useSummary = (protectionId: number, simulationId: number) =>
  useApiQuery<typeof getSimulationSummary>(
    ['simulations', { protectionId, simulationId, summary: true }],
    'GET /api/simulations/:id/summary',
    { params: { id: simulationId } },
  );

export const useSimulationScore = (protectionId: number, simulationId: number, variant: '0' | '1') =>
  useApiQuery<typeof getSimulationScore>(
    ['simulations', { protectionId, simulationId, variant, score: true }],
    'GET /api/simulations/:id/score',
    { params: { id: simulationId }, query: { variant } },
  );

/** The excursions of a range with a margin on either side, merged to the resolution of a chart. */
export function useSpans(
  { id, indicatorId }: Pick<Simulation, 'id' | 'indicatorId'>,
  variant: '0' | '1',
  range: Range,
  frame: PlotFrame,
) {
  const drawn = useDrawnRange(range, frame);
  return useApiQuery<typeof getSimulationSpans>(
    ['simulations', { protectionId: indicatorId, simulationId: id, variant, ...drawn }],
    'GET /api/simulations/:id/spans',
    { params: { id }, query: { variant, ...(drawn ?? noRange) } },
    { enabled: drawn !== null, placeholderData: keepPreviousData },
  );
}

/** The number of excursions per threshold in a range. */
export function useTallies(
  { id, indicatorId }: Pick<Simulation, 'id' | 'indicatorId'>,
  variant: '0' | '1',
  range: Range,
  enabled: boolean,
) {
  const within = useExactRange(range);
  return useApiQuery<typeof getSimulationTallies>(
    ['simulations', { protectionId: indicatorId, simulationId: id, variant, tallies: true, ...within }],
    'GET /api/simulations/:id/tallies',
    { params: { id }, query: { variant, ...within } },
    { enabled, placeholderData: keepPreviousData },
  );
}

export type Change = 'gained' | 'lost' | 'moved';

/** A page of excursions: those that differ between the two logics, or those of the saved logic. */
export const useExcursions = (
  { id, indicatorId }: Pick<Simulation, 'id' | 'indicatorId'>,
  {
    change,
    range,
    page,
    pageSize,
  }: { change: Change | null; range: Range | null; page: number; pageSize: number },
) =>
  useApiPage<typeof listSimulatedExcursions>(
    ['simulations', { protectionId: indicatorId, simulationId: id, change, range, page }],
    'GET /api/simulations/:id/excursions',
    {
      page,
      pageSize,
      params: { id },
      query: {
        variant: change === null || change === 'lost' ? '0' : '1',
        ...(change === null ? {} : { change }),
        ...(range === null ? {} : { from: String(Math.floor(range.from)), to: String(Math.ceil(range.to)) }),
      },
    },
  );

/** The actions on a protection's simulation. Each updates its queries. */
export function useSimulationActions(protectionId: number) {
  const queryClient = useQueryClient();
  // Only the current simulation, since results of a deleted one no longer exist.
  const renew = () => queryClient.invalidateQueries({ queryKey: simulationKey(protectionId), exact: true });
  // A running request would fail after the simulation is deleted.
  const onMutate = () => queryClient.cancelQueries({ queryKey: simulationKey(protectionId) });
  const onError = () => queryClient.invalidateQueries({ queryKey: simulationKey(protectionId) });
  return {
    start: useMutation({
      mutationFn: (body: NewSimulation) => call<typeof startSimulation>('POST /api/simulations', { body }),
      onSettled: renew,
    }),
    remove: useMutation({
      mutationFn: () =>
        call<typeof deleteSimulations>('DELETE /api/indicators/:id/simulations', {
          params: { id: protectionId },
        }),
      onMutate,
      onError,
      onSuccess: () => queryClient.setQueryData(simulationKey(protectionId), null),
    }),
    apply: useMutation({
      mutationFn: (id: number) =>
        call<typeof applySimulation>('POST /api/simulations/:id/apply', { params: { id } }),
      onMutate,
      onError,
      onSuccess: (protection) => {
        queryClient.setQueryData(simulationKey(protectionId), null);
        queryClient.setQueryData(['protections', { protectionId }], protection);
        return renew();
      },
    }),
  };
}

export async function downloadExcursions(id: number, variant: '0' | '1', name: string): Promise<void> {
  const answer = await send<typeof downloadSimulation>('GET /api/simulations/:id/export', {
    params: { id },
    query: { variant },
  });
  await saveFile(answer, `${name.replace(/[^\w .()-]/g, '_')} simulation.csv`);
}
