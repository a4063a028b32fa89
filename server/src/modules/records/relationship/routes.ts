import {
  createRelationship,
  deleteRelationship,
  getRelationship,
  listRelationships,
  updateRelationship,
} from '@twinward/contracts/records/relationship';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function relationshipRoutes({ implement }: Routing): void {
  implement(listRelationships, ({ actor, body, query }) =>
    service.listRelationships(actor.tenant.db, listRequest(body, query)),
  );
  implement(getRelationship, ({ actor, params }) => service.getRelationship(actor.tenant.db, params.name));
  implement(createRelationship, ({ actor, body }) => service.createRelationship(actor, body));
  implement(updateRelationship, ({ actor, params, body }) =>
    service.updateRelationship(actor, params.name, body),
  );
  implement(deleteRelationship, ({ actor, params }) => service.deleteRelationship(actor, params.name));
}
