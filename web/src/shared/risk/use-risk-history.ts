import type { UseQueryResult } from '@tanstack/react-query';
import type { getRiskHistory, PlantRiskHistory } from '@twinward/contracts/questions/risk-history';
import { useApiQuery } from '../api/api-query.ts';

/** The risk of all twins in service over the last days, and the causes of its changes. */
export const useRiskHistory = (days: number): UseQueryResult<PlantRiskHistory> =>
  useApiQuery<typeof getRiskHistory>(['risk-history', { days }], 'GET /api/risk-history', {
    query: { days: String(days) },
  });
