import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  createRiskAnalyses,
  deleteRiskAnalysis,
  getRiskAnalysis,
  getRiskOverTime,
  listRiskAnalyses,
  NewRiskAnalysis,
  RiskAnalysis,
  RiskAnalysisChange,
  updateRiskAnalysis,
} from '@twinward/contracts/risk/risk-analysis';
import { useApiListQuery, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const analysesPerPage = 100;

export const useRiskAnalyses = (body: ListBody, page: number) =>
  useApiListQuery<typeof listRiskAnalyses>(
    ['risk-analyses', { list: body, page }],
    'POST /api/riskanalyses/filters',
    { query: { 'page-number': page, 'page-size': analysesPerPage }, body },
    { placeholderData: keepPreviousData },
  );

export const useRiskAnalysis = (riskAnalysisId: number) =>
  useApiQuery<typeof getRiskAnalysis>(['risk-analyses', { riskAnalysisId }], 'GET /api/riskanalyses/:id', {
    params: { id: riskAnalysisId },
  });

export const useRiskOverTime = (riskAnalysisId: number) =>
  useApiQuery<typeof getRiskOverTime>(
    ['risk-analyses', { riskAnalysisId, over: 'time' }],
    'GET /api/riskanalyses/:id/risk-over-time',
    { params: { id: riskAnalysisId } },
    { placeholderData: keepPreviousData },
  );

/** Shows an analysis as it was saved, and renews what shows analyses and their assets. */
function useRenewal() {
  const queryClient = useQueryClient();
  return async (saved: RiskAnalysis) => {
    queryClient.setQueryData(['risk-analyses', { riskAnalysisId: saved.id }], saved);
    await Promise.all(
      (['risk-analyses', 'risk-analysis-assets'] as const).map((entity) =>
        queryClient.invalidateQueries({ queryKey: [entity, {}] }),
      ),
    );
  };
}

export function useCreateRiskAnalysis() {
  const renew = useRenewal();
  return useMutation({
    mutationFn: async (analysis: Omit<NewRiskAnalysis, 'assets'>) => {
      const [made] = await call<typeof createRiskAnalyses>('POST /api/riskanalyses/', {
        body: [{ ...analysis, assets: [] }],
      });
      return made!;
    },
    onSuccess: (made) => void renew(made),
  });
}

export function useSaveRiskAnalysis() {
  const renew = useRenewal();
  return useMutation({
    mutationFn: ({ id, ...body }: RiskAnalysisChange & { id: number }) =>
      call<typeof updateRiskAnalysis>('PUT /api/riskanalyses/:id', { params: { id }, body }),
    onSuccess: (saved) => void renew(saved),
  });
}

export function useDeleteRiskAnalysis(riskAnalysisId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call<typeof deleteRiskAnalysis>('DELETE /api/riskanalyses/:id', { params: { id: riskAnalysisId } }),
    meta: { deletes: { riskAnalysisId } },
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['risk-analyses', { riskAnalysisId }] });
      queryClient.removeQueries({ queryKey: ['risk-analysis-assets', { riskAnalysisId }] });
      return queryClient.invalidateQueries({ queryKey: ['risk-analyses', {}] });
    },
  });
}
