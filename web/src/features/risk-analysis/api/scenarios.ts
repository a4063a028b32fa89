import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  chooseImprovements,
  createScenario,
  deleteScenario,
  exportScenario,
  getScenario,
  listImprovements,
  listScenarioAssets,
  listScenarios,
  recalculateScenario,
  setImprovementCosts,
} from '@twinward/contracts/risk/scenario';
import { call, callList, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';

export const scenarioAssetsPerPage = 100;

export const useScenarios = (id: number) =>
  useQuery({
    queryKey: ['risk-analyses', { scenariosOf: id }],
    queryFn: ({ signal }) =>
      call<typeof listScenarios>('GET /api/riskanalyses/:id/scenarios', { params: { id }, signal }),
  });

export const useScenario = (id: number, scenarioId: number) =>
  useQuery({
    queryKey: ['risk-analyses', { scenarioId }],
    queryFn: ({ signal }) =>
      call<typeof getScenario>('GET /api/riskanalyses/:id/scenarios/:scenarioId', {
        params: { id, scenarioId },
        signal,
      }),
  });

export const useScenarioAssets = (id: number, scenarioId: number, body: ListBody, page: number) =>
  useQuery({
    queryKey: ['risk-analyses', { assetsOfScenario: scenarioId, body, page }],
    queryFn: ({ signal }) =>
      callList<typeof listScenarioAssets>('POST /api/riskanalyses/:id/scenarios/:scenarioId/assets/filters', {
        params: { id, scenarioId },
        query: { 'page-number': page, 'page-size': scenarioAssetsPerPage },
        body,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const useImprovements = (id: number) =>
  useQuery({
    queryKey: ['risk-analyses', { improvementsOf: id }],
    queryFn: ({ signal }) =>
      call<typeof listImprovements>('GET /api/riskanalyses/:id/improvements', { params: { id }, signal }),
  });

function useRenewal() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['risk-analyses', {}] });
}

export const useMakeScenario = (id: number) =>
  useMutation({
    mutationFn: (body: { name: string; budget: number | null }) =>
      call<typeof createScenario>('POST /api/riskanalyses/:id/scenarios', { params: { id }, body }),
    onSuccess: useRenewal(),
  });

export const useRecalculateScenario = (id: number, scenarioId: number) =>
  useMutation({
    mutationFn: () =>
      call<typeof recalculateScenario>('POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate', {
        params: { id, scenarioId },
      }),
    onSuccess: useRenewal(),
  });

export const useDeleteScenario = (id: number, scenarioId: number) =>
  useMutation({
    mutationFn: () =>
      call<typeof deleteScenario>('DELETE /api/riskanalyses/:id/scenarios/:scenarioId', {
        params: { id, scenarioId },
      }),
    onSuccess: useRenewal(),
  });

export const useChooseImprovements = (id: number) =>
  useMutation({
    mutationFn: (budget: number) =>
      call<typeof chooseImprovements>('POST /api/riskanalyses/:id/budget', {
        params: { id },
        body: { budget },
      }),
  });

export const useSetCosts = (id: number) =>
  useMutation({
    mutationFn: (body: { assetId: number; cost: number | null }[]) =>
      call<typeof setImprovementCosts>('PUT /api/riskanalyses/:id/improvements/costs', {
        params: { id },
        body,
      }),
    onSuccess: useRenewal(),
  });

export async function saveScenario(id: number, scenarioId: number, name: string): Promise<void> {
  const answer = await send<typeof exportScenario>(
    'GET /api/riskanalyses/:id/scenarios/:scenarioId/assets.xlsx',
    { params: { id, scenarioId } },
  );
  await saveFile(answer, `${name}.xlsx`);
}
