import {
  exportPortfolio,
  getPortfolio,
  getRiskMatrixBands,
  setRiskMatrixBands,
} from '@twinward/contracts/risk/portfolio';
import type { Routing } from '../../../platform/http/routing.ts';
import { sendWorkbook } from '../../jobs/row-import/service.ts';
import * as service from './service.ts';
import { portfolioWorkbook } from './workbook.ts';

export function portfolioRoutes({ implement }: Routing): void {
  implement(getPortfolio, ({ actor, params }) => service.getPortfolio(actor, params.id));
  implement(exportPortfolio, async ({ actor, params, reply }) =>
    sendWorkbook(reply, 'risk.xlsx', await portfolioWorkbook(await service.getPortfolio(actor, params.id))),
  );
  implement(getRiskMatrixBands, ({ actor }) => service.getBands(actor.tenant.db));
  implement(setRiskMatrixBands, ({ actor, body }) => service.updateBands(actor, body));
}
