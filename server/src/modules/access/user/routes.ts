import {
  cancelEmailChange,
  confirmEmail,
  createUser,
  getCurrentUser,
  getEmailChange,
  getUser,
  listUsers,
  unlockUser,
  updateCurrentPassword,
  updateCurrentUser,
  updateUser,
} from '@twinward/contracts/access/user';
import { listRequest } from '../../../platform/database/list.ts';
import type { Tenants } from '../../../platform/database/tenants.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as administration from './administration.ts';
import * as emailChange from './email-change.ts';
import { readUser, updateOwnPassword, updateProfile } from './service.ts';

export function userRoutes({ implement }: Routing, tenants: Tenants): void {
  implement(getCurrentUser, ({ actor }) => readUser(actor.tenant.db, actor.userId));
  implement(updateCurrentUser, ({ actor, body }) => updateProfile(actor, body));
  implement(updateCurrentPassword, ({ actor, body }) => updateOwnPassword(actor, body));
  implement(getEmailChange, ({ actor }) => emailChange.getEmailChange(actor));
  implement(cancelEmailChange, ({ actor }) => emailChange.cancelEmailChange(actor));
  implement(confirmEmail, ({ body }) => emailChange.confirmEmail(tenants, body));
  implement(listUsers, ({ actor, body, query }) =>
    administration.readUsers(actor.tenant.db, listRequest(body, query)),
  );
  implement(getUser, ({ actor, params }) => administration.readManagedUser(actor.tenant.db, params.id));
  implement(createUser, ({ actor, body }) => administration.addUser(actor, body));
  implement(updateUser, ({ actor, params, body }) => administration.changeUser(actor, params.id, body));
  implement(unlockUser, ({ actor, params }) => administration.unlockUser(actor, params.id));
}
