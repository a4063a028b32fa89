import {
  listAssignableTypes as listTypes,
  matchPrincipals as match,
  resolvePrincipals as resolve,
} from '@twinward/contracts/access/security';
import type { Routing } from '../../../platform/http/routing.ts';
import { listAssignableTypes } from '../group/service.ts';
import { matchPrincipals, resolvePrincipals } from './service.ts';

export function securityRoutes({ implement }: Routing): void {
  implement(resolve, ({ actor, body }) => resolvePrincipals(actor.tenant.db, body));
  implement(listTypes, ({ actor }) => listAssignableTypes(actor.tenant.db));
  implement(match, ({ actor, body }) => matchPrincipals(actor.tenant.db, body));
}
