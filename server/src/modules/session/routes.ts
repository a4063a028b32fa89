import { keepAlive, login, logout, validateSession } from '@twinward/contracts/session';
import type { Routing } from '../../platform/routing.ts';
import type { Sessions } from './service.ts';

export function sessionRoutes({ implement }: Routing, sessions: Sessions): void {
  implement(login, ({ body }) => sessions.signIn(body));
  implement(logout, ({ actor }) => sessions.signOut(actor));
  implement(keepAlive, ({ actor }) => sessions.keepAlive(actor));
  implement(validateSession, async ({ actor }) => sessions.state(actor));
}
