import {
  getExternalSignIn,
  getIdentityProvider,
  loginExternally,
  returnFromExternalSignIn,
  setIdentityProvider,
  startExternalSignIn,
} from '@twinward/contracts/access/external-sign-in';
import type { LoginResponse } from '@twinward/contracts/access/session';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../../../platform/context.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { type SignInOrigin, toOrigin } from '../session/service.ts';
import { cookieOf } from './cookie.ts';
import { beginSignIn, failedPage, finishSignIn, getLabel, redeemCode } from './service.ts';
import * as settings from './settings.ts';

export function externalSignInRoutes(
  { implement }: Routing,
  { tenants, log }: ServerContext,
  openSession: (tenant: Tenant, userId: number, origin: SignInOrigin) => Promise<LoginResponse>,
): void {
  implement(getIdentityProvider, ({ actor }) => settings.getIdentityProvider(actor.tenant.db));
  implement(setIdentityProvider, ({ actor, body }) => settings.updateIdentityProvider(actor, body));
  implement(getExternalSignIn, async ({ query }) => ({
    label: await getLabel(tenants, query.databaseName),
  }));
  implement(startExternalSignIn, async ({ query, request, reply }) => {
    if (isFromOtherSite(request)) {
      log.warn({ address: request.ip }, 'an external sign-in was refused: another site started it');
      return reply.redirect(failedPage);
    }
    try {
      const { address, browserSecret, https } = await beginSignIn(tenants, query.databaseName);
      return reply.header('set-cookie', cookieOf(browserSecret, https)).redirect(address);
    } catch (error) {
      log.warn({ err: error }, 'an external sign-in could not be started');
      return reply.redirect(failedPage);
    }
  });
  implement(returnFromExternalSignIn, async ({ request, reply }) => {
    const at = request.url.indexOf('?');
    const search = at < 0 ? '' : request.url.slice(at);
    return reply.redirect(
      await finishSignIn(tenants, search, request.headers.cookie, { address: request.ip, log }),
    );
  });
  implement(loginExternally, async ({ body, request }) => {
    const { tenant, userId } = await redeemCode(tenants, body, request.headers.cookie);
    return openSession(tenant, userId, toOrigin(request));
  });
}

/**
 * Whether another site sent the browser here: a provider that knows the user would sign them in without
 * asking. The header is `same-origin` for the button of the sign-in page, and `none` for a typed address.
 * Browsers send it only over HTTPS and to localhost.
 */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
