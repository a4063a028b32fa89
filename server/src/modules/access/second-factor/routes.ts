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
import { toOrigin } from '../session/service.ts';
import * as enrolment from './enrolment.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

/** @param confirm verifies the actor's password; throws if it is wrong. */
export function secondFactorRoutes(
  { implement }: Routing,
  confirm: (actor: Actor, password: string) => Promise<void>,
): void {
  implement(getSecondFactors, ({ actor }) => enrolment.getSecondFactors(actor));
  implement(startTotp, async ({ actor, body }) => {
    await confirm(actor, body.password);
    return enrolment.startTotpEnrolment(actor);
  });
  implement(confirmTotp, ({ actor, body }) => enrolment.confirmTotpEnrolment(actor, body));
  implement(removeTotp, async ({ actor, body }) => {
    await confirm(actor, body.password);
    await enrolment.deleteOwnTotp(actor);
  });
  implement(startPasskey, async ({ actor, body, request }) => {
    await confirm(actor, body.password);
    return enrolment.startPasskeyEnrolment(actor, toOrigin(request).page);
  });
  implement(confirmPasskey, ({ actor, body }) => enrolment.confirmPasskeyEnrolment(actor, body));
  implement(removePasskey, async ({ actor, params, body }) => {
    await confirm(actor, body.password);
    await enrolment.deleteOwnPasskey(actor, params.passkeyId);
  });
  implement(renewRecoveryCodes, async ({ actor, body }) => {
    await confirm(actor, body.password);
    return enrolment.replaceOwnRecoveryCodes(actor);
  });
  implement(getUserSecondFactor, ({ actor, params }) =>
    service.getUserSecondFactor(actor.tenant.db, params.id),
  );
  implement(resetUserSecondFactor, ({ actor, params }) => service.resetSecondFactorOfUser(actor, params.id));
  implement(getSecondFactorSettings, ({ actor }) => settings.getSecondFactorSettings(actor.tenant.db));
  implement(setSecondFactorSettings, ({ actor, body }) => settings.updateSecondFactorSettings(actor, body));
}
