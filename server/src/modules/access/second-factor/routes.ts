import {
  confirmPasskey,
  confirmTotp,
  getSecondFactorSettings,
  getSecondFactors,
  getUserSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  resetUserSecondFactor,
  setSecondFactorSettings,
  startPasskey,
  startTotp,
} from '@twinward/contracts/access/second-factor';
import type { Actor } from '../../../platform/actor.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { originOf } from '../session/service.ts';
import {
  confirmPasskeyEnrolment,
  confirmTotpEnrolment,
  readSecondFactors,
  removeOwnPasskey,
  removeOwnTotp,
  renewOwnRecoveryCodes,
  startPasskeyEnrolment,
  startTotpEnrolment,
} from './enrolment.ts';
import { readUserSecondFactor, resetSecondFactorOf } from './service.ts';
import { changeSecondFactorSettings, readSecondFactorSettings } from './settings.ts';

/** @param confirm asks the actor for their password again; throws unless it is right. */
export function secondFactorRoutes(
  { implement }: Routing,
  confirm: (actor: Actor, password: string) => Promise<void>,
): void {
  implement(getSecondFactors, ({ actor }) => readSecondFactors(actor));
  implement(startTotp, async ({ actor, body }) => {
    await confirm(actor, body.password);
    return startTotpEnrolment(actor);
  });
  implement(confirmTotp, ({ actor, body }) => confirmTotpEnrolment(actor, body));
  implement(removeTotp, async ({ actor, body }) => {
    await confirm(actor, body.password);
    await removeOwnTotp(actor);
  });
  implement(startPasskey, async ({ actor, body, request }) => {
    await confirm(actor, body.password);
    return startPasskeyEnrolment(actor, originOf(request).page);
  });
  implement(confirmPasskey, ({ actor, body }) => confirmPasskeyEnrolment(actor, body));
  implement(removePasskey, async ({ actor, params, body }) => {
    await confirm(actor, body.password);
    await removeOwnPasskey(actor, params.passkeyId);
  });
  implement(renewRecoveryCodes, async ({ actor, body }) => {
    await confirm(actor, body.password);
    return renewOwnRecoveryCodes(actor);
  });
  implement(getUserSecondFactor, ({ actor, params }) => readUserSecondFactor(actor.tenant.db, params.id));
  implement(resetUserSecondFactor, ({ actor, params }) => resetSecondFactorOf(actor, params.id));
  implement(getSecondFactorSettings, ({ actor }) => readSecondFactorSettings(actor.tenant.db));
  implement(setSecondFactorSettings, ({ actor, body }) => changeSecondFactorSettings(actor, body));
}
