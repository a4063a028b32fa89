import {
  createConsequences,
  deleteConsequence,
  getConsequencesOfParent,
  updateConsequence,
} from '@twinward/contracts/twins/consequence';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function consequenceRoutes({ implement }: Routing): void {
  implement(createConsequences, async ({ body, actor }) => [
    await service.createConsequence(actor, body[0]!),
  ]);
  implement(updateConsequence, ({ params, body, actor }) =>
    service.updateConsequence(actor, params.id, body),
  );
  implement(deleteConsequence, ({ params, actor }) => service.deleteConsequence(actor, params.id));
  implement(getConsequencesOfParent, ({ params, query, actor }) =>
    service.listConsequences(actor.tenant.db, query.type, params.id),
  );
}
