import {
  cancelEmailChange,
  confirmEmail,
  createUser,
  endAllSessions,
  endUserSessions,
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
import * as read from './read.ts';
import * as service from './service.ts';

export function userRoutes({ implement }: Routing, tenants: Tenants): void {
  implement(getCurrentUser, ({ actor }) => service.getCurrentUser(actor));
  implement(updateCurrentUser, async ({ actor, body }) => {
    await service.updateProfile(actor, body);
    return service.getCurrentUser(actor);
  });
  implement(updateCurrentPassword, ({ actor, body }) => service.updateOwnPassword(actor, body));
  implement(getEmailChange, ({ actor }) => emailChange.getEmailChange(actor));
  implement(cancelEmailChange, ({ actor }) => emailChange.cancelEmailChange(actor));
  implement(confirmEmail, ({ body }) => emailChange.confirmEmail(tenants, body));
  implement(listUsers, ({ actor, body, query }) => read.listUsers(actor.tenant.db, listRequest(body, query)));
  implement(getUser, ({ actor, params }) => read.getManagedUser(actor.tenant.db, params.id));
  implement(createUser, ({ actor, body }) => administration.createUser(actor, body));
  implement(updateUser, ({ actor, params, body }) => administration.updateUser(actor, params.id, body));
  implement(endAllSessions, ({ actor }) => administration.endAllSessions(actor));
  implement(endUserSessions, ({ actor, params }) => administration.endUserSessions(actor, params.id));
  implement(unlockUser, ({ actor, params }) => administration.unlockUser(actor, params.id));
}
