import {
  approveValue,
  getValueLine,
  getValueSummary,
  listValueLines,
  withdrawValue,
} from '@twinward/contracts/questions/value-ledger';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function valueLedgerRoutes({ implement }: Routing): void {
  implement(listValueLines, ({ actor, body, query }) =>
    service.listValueLines(actor.tenant.db, listRequest(body, query)),
  );
  implement(getValueSummary, ({ actor, query }) => service.getValueSummary(actor.tenant.db, query));
  implement(getValueLine, ({ actor, params }) => service.getValueLine(actor.tenant.db, params.id));
  implement(approveValue, ({ actor, params, body }) => service.approveValue(actor, params.id, body));
  implement(withdrawValue, ({ actor, params }) => service.withdrawValue(actor, params.id));
}
