import { getCurrentUser } from '@twinward/contracts/user';
import type { Routing } from '../../platform/routing.ts';
import { readUser } from './service.ts';

export function userRoutes({ implement }: Routing): void {
  implement(getCurrentUser, ({ actor }) => readUser(actor.tenant.db, actor.userId));
}
