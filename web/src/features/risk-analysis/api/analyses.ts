import { keepPreviousData, useMutation } from '@tanstack/react-query';
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
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import type { Key } from '../../../shared/api/query-key.ts';
import { showAnalyses } from './assets.ts';

export const analysesPerPage = 100;

export const useRiskAnalyses = (body: ListBody, page: number) =>
  useApiPage<typeof listRiskAnalyses>(
    ['risk-analyses', { list: body, page }],
    'POST /api/riskanalyses/filters',
    { page, pageSize: analysesPerPage, body },
  );

export const useRiskAnalysis = (riskAnalysisId: number) =>
  useApiQuery<typeof getRiskAnalysis>(['risk-analyses', { riskAnalysisId }], 'GET /api/riskanalyses/:id', {
    params: { id: riskAnalysisId },
    query: { assets: 'false' },
  });

export const useRiskOverTime = (riskAnalysisId: number) =>
  useApiQuery<typeof getRiskOverTime>(
    ['risk-analyses', { riskAnalysisId, over: 'time' }],
    'GET /api/riskanalyses/:id/risk-over-time',
    { params: { id: riskAnalysisId } },
    { placeholderData: keepPreviousData },
  );

const saves = ({ id }: RiskAnalysis): Key => ['risk-analyses', { riskAnalysisId: id }];

export const useCreateRiskAnalysis = () =>
  useMutation({
    mutationFn: async (analysis: Omit<NewRiskAnalysis, 'assets'>) => {
      const [made] = await call<typeof createRiskAnalyses>('POST /api/riskanalyses/', {
        body: [{ ...analysis, assets: [] }],
      });
      return made!;
    },
    meta: {
      saves,
      renews: showAnalyses,
      undo:
        ({ id }: RiskAnalysis) =>
        () =>
          removeAnalysis(id),
    },
  });

export const useSaveRiskAnalysis = () =>
  useApiMutation<typeof updateRiskAnalysis, RiskAnalysisChange & { id: number }>(
    'PUT /api/riskanalyses/:id',
    { toCall: ({ id, ...body }) => ({ params: { id }, body }), saves, renews: showAnalyses },
  );

const removeAnalysis = (id: number) =>
  call<typeof deleteRiskAnalysis>('DELETE /api/riskanalyses/:id', { params: { id } });

export const useDeleteRiskAnalysis = (riskAnalysisId: number) =>
  useMutation({
    mutationFn: () => removeAnalysis(riskAnalysisId),
    meta: { deletes: { riskAnalysisId }, renews: ['risk-analyses'] },
  });
