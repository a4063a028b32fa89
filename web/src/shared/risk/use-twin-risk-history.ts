import type { UseQueryResult } from '@tanstack/react-query';
import type { getTwinRiskHistory, TwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import { useApiQuery } from '../api/api-query.ts';

/** The risk of a twin and its failure modes over the last days. */
export const useTwinRiskHistory = (twinId: number, days: number): UseQueryResult<TwinRiskHistory> =>
  useApiQuery<typeof getTwinRiskHistory>(
    ['risk-history', { twinId, days }],
    'GET /api/risk-history/twins/:id',
    { params: { id: String(twinId) }, query: { days: String(days) } },
  );
