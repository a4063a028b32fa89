import { matchPrincipals as match, resolvePrincipals as resolve } from '@twinward/contracts/access/security';
import type { Routing } from '../../../platform/http/routing.ts';
import { matchPrincipals, resolvePrincipals } from './service.ts';

export function securityRoutes({ implement }: Routing): void {
  implement(resolve, ({ actor, body }) => resolvePrincipals(actor.tenant.db, body));
  implement(match, ({ actor, body }) => matchPrincipals(actor.tenant.db, body));
}
