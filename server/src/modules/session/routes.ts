import { testSecurity } from '@twinward/contracts/security';
import {
  endOtherSessions as endOthers,
  endOwnSession as endOwn,
  keepAlive,
  listOwnSessions,
  login,
  loginWithSecondFactor,
  logout,
  validateSession,
} from '@twinward/contracts/session';
import type { Routing } from '../../platform/routing.ts';
import { endOtherSessions, endOwnSession, originOf, readOwnSessions } from './service.ts';
import type { Sessions } from './sessions.ts';

export function sessionRoutes({ implement }: Routing, sessions: Sessions): void {
  implement(login, ({ body, request }) => sessions.signIn(body, originOf(request)));
  implement(loginWithSecondFactor, ({ body, request }) => sessions.completeSignIn(body, originOf(request)));
  implement(testSecurity, ({ actor, body, request }) => sessions.test(actor, body, originOf(request)));
  implement(logout, ({ actor }) => sessions.signOut(actor));
  implement(keepAlive, ({ actor }) => sessions.keepAlive(actor));
  implement(validateSession, ({ actor }) => sessions.state(actor));
  implement(listOwnSessions, ({ actor }) => readOwnSessions(actor));
  implement(endOthers, ({ actor }) => endOtherSessions(actor));
  implement(endOwn, ({ actor, params }) => endOwnSession(actor, params.sessionId));
}
