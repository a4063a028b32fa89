import { useMutation } from '@tanstack/react-query';
import type {
  exportPortfolio,
  getPortfolio,
  RiskMatrixBands,
  setRiskMatrixBands,
} from '@twinward/contracts/risk/portfolio';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';

export const usePortfolio = (id: number) =>
  useApiQuery<typeof getPortfolio>(
    ['risk-analyses', { portfolioOf: id }],
    'GET /api/riskanalyses/:id/portfolio',
    { params: { id } },
  );

export const useSetBands = () =>
  useMutation({
    mutationFn: (body: RiskMatrixBands) =>
      call<typeof setRiskMatrixBands>('PUT /api/settings/riskmatrix', { body }),
    meta: { renews: ['risk-analyses'] },
  });

export async function savePortfolio(id: number, name: string): Promise<void> {
  const answer = await send<typeof exportPortfolio>('GET /api/riskanalyses/:id/portfolio.xlsx', {
    params: { id },
  });
  await saveFile(answer, `Risk of ${name}.xlsx`);
}
