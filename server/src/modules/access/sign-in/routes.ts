import { testSecurity } from '@twinward/contracts/access/security';
import {
  endOtherSessions as endOthers,
  endOwnSession as endOwn,
  keepAlive,
  listOwnSessions,
  login,
  loginWithSecondFactor,
  logout,
  validateSession,
} from '@twinward/contracts/access/session';
import { getSessionSettings, updateSessionSettings } from '@twinward/contracts/access/session-setting';
import type { Routing } from '../../../platform/http/routing.ts';
import { endOtherSessions, endOwnSession, originOf, readOwnSessions } from '../session/service.ts';
import * as settings from '../session/settings.ts';
import type { Sessions } from './sessions.ts';

export function sessionRoutes({ implement }: Routing, sessions: Sessions): void {
  implement(login, ({ body, request }) => sessions.signIn(body, originOf(request)));
  implement(loginWithSecondFactor, ({ body, request }) => sessions.completeSignIn(body, originOf(request)));
  implement(testSecurity, ({ actor, body, request }) => sessions.test(actor, body, originOf(request)));
  implement(getSessionSettings, ({ actor }) => settings.getSessionSettings(actor.tenant.db));
  implement(updateSessionSettings, ({ actor, body }) => settings.updateSessionSettings(actor, body));
  implement(logout, ({ actor }) => sessions.signOut(actor));
  implement(keepAlive, ({ actor }) => sessions.keepAlive(actor));
  implement(validateSession, ({ actor }) => sessions.state(actor));
  implement(listOwnSessions, ({ actor }) => readOwnSessions(actor));
  implement(endOthers, ({ actor }) => endOtherSessions(actor));
  implement(endOwn, ({ actor, params }) => endOwnSession(actor, params.sessionId));
}
