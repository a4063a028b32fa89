import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  createScenario,
  deleteScenario,
  exportScenario,
  getScenario,
  listScenarioAssets,
  listScenarios,
  recalculateScenario,
} from '@twinward/contracts/risk/scenario';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { costsScope } from './improvements.ts';

export const scenarioAssetsPerPage = 100;

export const useScenarios = (id: number) =>
  useApiQuery<typeof listScenarios>(
    ['risk-analyses', { scenarios: id }],
    'GET /api/riskanalyses/:id/scenarios',
    { params: { id } },
  );

export const useScenario = (id: number, scenarioId: number) =>
  useApiQuery<typeof getScenario>(
    ['risk-analyses', { scenarioId }],
    'GET /api/riskanalyses/:id/scenarios/:scenarioId',
    { params: { id, scenarioId } },
  );

export const useScenarioAssets = (id: number, scenarioId: number, body: ListBody, page: number) =>
  useApiPage<typeof listScenarioAssets>(
    ['risk-analyses', { assetsOfScenario: scenarioId, body, page }],
    'POST /api/riskanalyses/:id/scenarios/:scenarioId/assets/filters',
    { page, pageSize: scenarioAssetsPerPage, params: { id, scenarioId }, body },
  );

export const useCreateScenario = (id: number) =>
  useMutation({
    scope: costsScope(id),
    mutationFn: (body: { name: string; budget: number | null }) =>
      call<typeof createScenario>('POST /api/riskanalyses/:id/scenarios', { params: { id }, body }),
    meta: {
      renews: ['risk-analyses'],
      undo:
        ({ id: scenarioId }: { id: number }) =>
        () =>
          removeScenario(id, scenarioId),
    },
  });

export const useRecalculateScenario = (id: number, scenarioId: number) =>
  useApiMutation<typeof recalculateScenario>('POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate', {
    params: { id, scenarioId },
    says: null,
    renews: ['risk-analyses'],
  });

const removeScenario = (id: number, scenarioId: number) =>
  call<typeof deleteScenario>('DELETE /api/riskanalyses/:id/scenarios/:scenarioId', {
    params: { id, scenarioId },
  });

export const useDeleteScenario = (id: number, scenarioId: number) =>
  useMutation({
    mutationFn: () => removeScenario(id, scenarioId),
    meta: { says: 'Deleted.', renews: ['risk-analyses'] },
  });

export async function saveScenario(id: number, scenarioId: number, name: string): Promise<void> {
  const answer = await send<typeof exportScenario>(
    'GET /api/riskanalyses/:id/scenarios/:scenarioId/assets.xlsx',
    { params: { id, scenarioId } },
  );
  await saveFile(answer, `${name}.xlsx`);
}
