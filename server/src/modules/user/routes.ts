import { getCurrentUser, updateCurrentPassword, updateCurrentUser } from '@twinward/contracts/user';
import type { Routing } from '../../platform/routing.ts';
import { readUser, updateOwnPassword, updateProfile } from './service.ts';

export function userRoutes({ implement }: Routing): void {
  implement(getCurrentUser, ({ actor }) => readUser(actor.tenant.db, actor.userId));
  implement(updateCurrentUser, ({ actor, body }) => updateProfile(actor, body));
  implement(updateCurrentPassword, ({ actor, body }) => updateOwnPassword(actor, body));
}
