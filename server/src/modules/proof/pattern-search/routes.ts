import * as contract from '@twinward/contracts/protections/pattern-search';
import type { Routing } from '../../../platform/http/routing.ts';
import { getProposals } from './proposals.ts';
import { getSimilar, startSimilar } from './similar.ts';

export function patternSearchRoutes({ implement }: Routing): void {
  implement(contract.findSimilar, ({ params, body, actor }) => startSimilar(actor, params.id, body));
  implement(contract.getSimilar, ({ params, actor }) => getSimilar(actor, params.id, params.commandId));
  implement(contract.getProposals, ({ params, query, actor }) =>
    getProposals(actor.tenant.db, params.id, query),
  );
}
