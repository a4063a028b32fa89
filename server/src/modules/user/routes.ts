import {
  createUser,
  getCurrentUser,
  getUser,
  listUsers,
  updateCurrentPassword,
  updateCurrentUser,
  updateUser,
} from '@twinward/contracts/user';
import { listRequest } from '../../platform/list.ts';
import type { Routing } from '../../platform/routing.ts';
import { addUser, changeUser, readManagedUser, readUsers } from './administration.ts';
import { readUser, updateOwnPassword, updateProfile } from './service.ts';

export function userRoutes({ implement }: Routing): void {
  implement(getCurrentUser, ({ actor }) => readUser(actor.tenant.db, actor.userId));
  implement(updateCurrentUser, ({ actor, body }) => updateProfile(actor, body));
  implement(updateCurrentPassword, ({ actor, body }) => updateOwnPassword(actor, body));
  implement(listUsers, ({ actor, body, query }) => readUsers(actor.tenant.db, listRequest(body, query)));
  implement(getUser, ({ actor, params }) => readManagedUser(actor.tenant.db, params.id));
  implement(createUser, ({ actor, body }) => addUser(actor, body));
  implement(updateUser, ({ actor, params, body }) => changeUser(actor, params.id, body));
}
