import { listAudit } from '@twinward/contracts/system/audit';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function auditRoutes({ implement }: Routing): void {
  implement(listAudit, ({ actor, body, query }) =>
    service.listAudit(actor.tenant.db, listRequest(body, query)),
  );
}
