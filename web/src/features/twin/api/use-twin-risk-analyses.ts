import { useQuery } from '@tanstack/react-query';
import type { getTwinRiskAnalyses } from '@twinward/contracts/risk/risk-analysis';
import { call } from '../../../shared/api/http.ts';

/** The risk analyses that the asset of a twin is in, the latest first. */
export const useTwinRiskAnalyses = (twinId: number) =>
  useQuery({
    queryKey: ['risk-analyses', { twinId }],
    queryFn: ({ signal }) =>
      call<typeof getTwinRiskAnalyses>('GET /api/riskanalyses/info/twin/:twinId', {
        params: { twinId },
        signal,
      }),
  });
