import { listAudit } from '@twinward/contracts/system/audit';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { readAudit } from './service.ts';

export function auditRoutes({ implement }: Routing): void {
  implement(listAudit, ({ actor, body, query }) => readAudit(actor.tenant.db, listRequest(body, query)));
}
