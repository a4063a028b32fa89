import type { getTwinRiskAnalyses } from '@twinward/contracts/risk/risk-analysis';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The risk analyses that contain a twin's asset, latest first. */
export const useTwinRiskAnalyses = (twinId: number) =>
  useApiQuery<typeof getTwinRiskAnalyses>(
    ['risk-analyses', { twinId }],
    'GET /api/riskanalyses/info/twin/:twinId',
    { params: { twinId } },
  );
