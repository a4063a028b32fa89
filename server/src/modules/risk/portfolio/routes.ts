import {
  exportPortfolio,
  getPortfolio,
  getRiskMatrixBands,
  setRiskMatrixBands,
} from '@twinward/contracts/risk/portfolio';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';
import { portfolioWorkbook } from './workbook.ts';

export function portfolioRoutes({ implement }: Routing): void {
  implement(getPortfolio, ({ actor, params }) => service.getPortfolio(actor.tenant.db, params.id));
  implement(exportPortfolio, async ({ actor, params, reply }) =>
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="risk.xlsx"')
      .send(await portfolioWorkbook(await service.getPortfolio(actor.tenant.db, params.id))),
  );
  implement(getRiskMatrixBands, ({ actor }) => service.getBands(actor.tenant.db));
  implement(setRiskMatrixBands, ({ actor, body }) => service.updateBands(actor, body));
}
