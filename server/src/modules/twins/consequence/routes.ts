import {
  createConsequences,
  deleteConsequence,
  getConsequencesOfParent,
  updateConsequence,
} from '@twinward/contracts/twins/consequence';
import type { Routing } from '../../../platform/http/routing.ts';
import { changeConsequence, createConsequence, listConsequences, removeConsequence } from './service.ts';

export function consequenceRoutes({ implement }: Routing): void {
  implement(createConsequences, async ({ body, actor }) => [await createConsequence(actor, body[0]!)]);
  implement(updateConsequence, ({ params, body, actor }) => changeConsequence(actor, params.id, body));
  implement(deleteConsequence, ({ params, actor }) => removeConsequence(actor, params.id));
  implement(getConsequencesOfParent, ({ params, query, actor }) =>
    listConsequences(actor.tenant.db, query.type, params.id),
  );
}
