import {
  getPasswordRules as getRules,
  requestReset as request,
  resetPassword as reset,
} from '@twinward/contracts/access/user';
import type { Tenants } from '../../../platform/database/tenants.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { getPasswordRules, requestReset, resetPassword } from './service.ts';

export function passwordResetRoutes({ implement }: Routing, tenants: Tenants): void {
  implement(getRules, ({ query }) => getPasswordRules(tenants, query.databaseName));
  implement(request, ({ body }) => requestReset(tenants, body));
  implement(reset, ({ body }) => resetPassword(tenants, body));
}
