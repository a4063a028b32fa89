import { useMutation } from '@tanstack/react-query';
import type {
  getRiskMatrixBands,
  RiskMatrixBands,
  setRiskMatrixBands,
} from '@twinward/contracts/risk/portfolio';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

export const useBands = () =>
  useApiQuery<typeof getRiskMatrixBands>(['risk-analyses', { bands: true }], 'GET /api/settings/riskmatrix');

export const useSetBands = () =>
  useMutation({
    mutationFn: (body: RiskMatrixBands) =>
      call<typeof setRiskMatrixBands>('PUT /api/settings/riskmatrix', { body }),
    meta: { renews: ['risk-analyses'] },
  });
