import type { exportPortfolio, getPortfolio } from '@twinward/contracts/risk/portfolio';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';

export const usePortfolio = (id: number) =>
  useApiQuery<typeof getPortfolio>(
    ['risk-analyses', { portfolio: id }],
    'GET /api/riskanalyses/:id/portfolio',
    { params: { id } },
  );

export async function savePortfolio(id: number, name: string): Promise<void> {
  const answer = await send<typeof exportPortfolio>('GET /api/riskanalyses/:id/portfolio.xlsx', {
    params: { id },
  });
  await saveFile(answer, `Risk of ${name}.xlsx`);
}
