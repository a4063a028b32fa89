import { getRiskHistory, getTwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function riskHistoryRoutes({ implement }: Routing): void {
  implement(getRiskHistory, ({ actor, query }) => service.getPlantHistory(actor.tenant.db, query.days));
  implement(getTwinRiskHistory, ({ actor, params, query }) =>
    service.getTwinHistory(actor.tenant.db, params.id, query.days),
  );
}
