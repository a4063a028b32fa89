import {
  exportPortfolio,
  getPortfolio,
  getRiskMatrixBands,
  setRiskMatrixBands,
} from '@twinward/contracts/risk/portfolio';
import type { Routing } from '../../../platform/http/routing.ts';
import { changeBands, readBands, readPortfolio } from './service.ts';
import { portfolioWorkbook } from './workbook.ts';

export function portfolioRoutes({ implement }: Routing): void {
  implement(getPortfolio, ({ actor, params }) => readPortfolio(actor.tenant.db, params.id));
  implement(exportPortfolio, async ({ actor, params, reply }) =>
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="risk.xlsx"')
      .send(await portfolioWorkbook(await readPortfolio(actor.tenant.db, params.id))),
  );
  implement(getRiskMatrixBands, ({ actor }) => readBands(actor.tenant.db));
  implement(setRiskMatrixBands, ({ actor, body }) => changeBands(actor, body));
}
