import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
} from '@twinward/contracts/access/group';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { addGroup, changeGroup, readGroup, readGroups, removeGroup } from './service.ts';

export function groupRoutes({ implement }: Routing): void {
  implement(listGroups, ({ actor, body, query }) => readGroups(actor.tenant.db, listRequest(body, query)));
  implement(getGroup, ({ actor, params }) => readGroup(actor.tenant.db, params.name));
  implement(createGroup, ({ actor, body }) => addGroup(actor, body));
  implement(updateGroup, ({ actor, params, body }) => changeGroup(actor, params.name, body));
  implement(deleteGroup, ({ actor, params }) => removeGroup(actor, params.name));
}
