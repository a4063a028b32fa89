import { testSecurity } from '@twinward/contracts/access/security';
import {
  keepAlive,
  login,
  loginWithSecondFactor,
  logout,
  validateSession,
} from '@twinward/contracts/access/session';
import type { Routing } from '../../../platform/http/routing.ts';
import { toOrigin } from '../session/service.ts';
import type { Sessions } from './sessions.ts';

export function signInRoutes({ implement }: Routing, sessions: Sessions): void {
  implement(login, ({ body, request }) => sessions.signIn(body, toOrigin(request)));
  implement(loginWithSecondFactor, ({ body, request }) => sessions.completeSignIn(body, toOrigin(request)));
  implement(testSecurity, ({ actor, body, request }) => sessions.test(actor, body, toOrigin(request)));
  implement(logout, ({ actor, body }) => sessions.signOut(actor, body));
  implement(keepAlive, ({ actor }) => sessions.keepAlive(actor));
  implement(validateSession, ({ actor }) => sessions.state(actor));
}
