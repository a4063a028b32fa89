import {
  createServiceAccount,
  createServiceToken,
  getServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
  updateServiceAccount,
} from '@twinward/contracts/access/service-account';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function serviceAccountRoutes({ implement }: Routing): void {
  implement(listServiceAccounts, ({ actor, body, query }) =>
    service.listServiceAccounts(actor.tenant.db, listRequest(body, query)),
  );
  implement(getServiceAccount, ({ actor, params }) => service.getServiceAccount(actor.tenant.db, params.id));
  implement(createServiceAccount, ({ actor, body }) => service.createServiceAccount(actor, body));
  implement(updateServiceAccount, ({ actor, params, body }) =>
    service.updateServiceAccount(actor, params.id, body),
  );
  implement(createServiceToken, ({ actor, params, body }) =>
    service.createServiceToken(actor, params.id, body),
  );
  implement(revokeServiceAccount, ({ actor, params }) => service.revokeServiceAccount(actor, params.id));
}
