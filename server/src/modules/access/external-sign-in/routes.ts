import {
  getExternalSignIn,
  getIdentityProvider,
  loginExternally,
  returnFromExternalSignIn,
  setIdentityProvider,
  startExternalSignIn,
} from '@twinward/contracts/access/external-sign-in';
import type { LoginResponse } from '@twinward/contracts/access/session';
import type { ServerContext } from '../../../platform/context.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { type SignInOrigin, toOrigin } from '../session/service.ts';
import { toCookie } from './cookie.ts';
import { beginSignIn, failedPage, finishSignIn, getLabel, redeemCode } from './service.ts';
import * as settings from './settings.ts';

export function externalSignInRoutes(
  { implement }: Routing,
  { tenants, log, config }: ServerContext,
  openSession: (tenant: Tenant, userId: number, origin: SignInOrigin) => Promise<LoginResponse>,
): void {
  implement(getIdentityProvider, ({ actor }) => settings.getIdentityProvider(actor.tenant.db));
  implement(setIdentityProvider, ({ actor, body }) => settings.updateIdentityProvider(actor, body));
  implement(getExternalSignIn, async ({ query }) => ({
    label: await getLabel(tenants, query.databaseName),
  }));
  implement(startExternalSignIn, async ({ body, reply }) => {
    try {
      const { address, browserSecret, https } = await beginSignIn(tenants, body.databaseName);
      reply.header('set-cookie', toCookie(browserSecret, https));
      return { address };
    } catch (error) {
      log.warn({ err: error }, 'an external sign-in could not be started');
      return { address: failedPage };
    }
  });
  implement(returnFromExternalSignIn, async ({ request, reply }) => {
    const at = request.url.indexOf('?');
    const search = at < 0 ? '' : request.url.slice(at);
    const page = await finishSignIn(tenants, search, request.headers.cookie, { address: request.ip, log });
    return reply.redirect(config.http.basePath + page.slice(1));
  });
  implement(loginExternally, async ({ body, request }) => {
    const { tenant, userId } = await redeemCode(tenants, body, request.headers.cookie);
    return openSession(tenant, userId, toOrigin(request));
  });
}
