import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
} from '@twinward/contracts/access/group';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function groupRoutes({ implement }: Routing): void {
  implement(listGroups, ({ actor, body, query }) =>
    service.listGroups(actor.tenant.db, listRequest(body, query)),
  );
  implement(getGroup, ({ actor, params }) => service.getGroup(actor.tenant.db, params.name));
  implement(createGroup, ({ actor, body }) => service.createGroup(actor, body));
  implement(updateGroup, ({ actor, params, body }) => service.updateGroup(actor, params.name, body));
  implement(deleteGroup, ({ actor, params }) => service.deleteGroup(actor, params.name));
}
