import {
  endOtherSessions as endOthers,
  endOwnSession as endOwn,
  listOwnSessions,
} from '@twinward/contracts/access/session';
import {
  getSessionSettings,
  getSignInRules,
  setSignInRules,
  updateSessionSettings,
} from '@twinward/contracts/access/session-setting';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

export function sessionRoutes({ implement }: Routing): void {
  implement(getSessionSettings, ({ actor }) => settings.getSessionSettings(actor.tenant.db));
  implement(updateSessionSettings, ({ actor, body }) => settings.updateSessionSettings(actor, body));
  implement(getSignInRules, ({ actor }) => settings.getSignInRules(actor.tenant.db));
  implement(setSignInRules, ({ actor, body }) => settings.updateSignInRules(actor, body));
  implement(listOwnSessions, ({ actor }) => service.listOwnSessions(actor));
  implement(endOthers, ({ actor }) => service.endOtherSessions(actor));
  implement(endOwn, ({ actor, params }) => service.endOwnSession(actor, params.sessionId));
}
