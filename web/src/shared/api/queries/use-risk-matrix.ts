import type { getRiskMatrixBands, setRiskMatrixBands } from '@twinward/contracts/risk/portfolio';
import { useApiMutation } from '../api-mutation.ts';
import { useApiQuery } from '../api-query.ts';

export const useBands = () =>
  useApiQuery<typeof getRiskMatrixBands>(['risk-analyses', { bands: true }], 'GET /api/settings/riskmatrix');

export const useSetBands = () =>
  useApiMutation<typeof setRiskMatrixBands>('PUT /api/settings/riskmatrix', { renews: ['risk-analyses'] });
