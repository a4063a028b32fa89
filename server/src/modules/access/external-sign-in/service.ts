import type { Db } from '../../../platform/database/database.ts';
import type { Tenant, Tenants } from '../../../platform/database/tenants.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { pageAddress } from '../../system/mail/service.ts';
import { getExternalUser } from '../user/service.ts';
import { readSecret } from './cookie.ts';
import { authorizationAddress, type Checks, externalUserFrom } from './provider.ts';
import { getIdentityProvider, getProvider } from './settings.ts';
import { claimStep, insertStep } from './store.ts';

export { resealClientSecret } from './settings.ts';

const audit = new EntityAudit('user');

const callback = '/api/external-sign-in/callback';
/** Milliseconds within which the user must sign in at the provider. */
const pendingLifetime = 10 * 60_000;
/** Milliseconds within which the page must fetch its session. */
const ticketLifetime = 60_000;
/** Target of a failed sign-in. The reason is logged. */
export const failedPage = '/signin?external=failed';

/** Returns the label of the button on the sign-in page; null if external sign-in is not configured. */
export async function getLabel(tenants: Tenants, databaseName: string): Promise<string | null> {
  const tenant = await tenants.get(databaseName);
  if (!tenant) return null;
  const { issuer, label } = await getIdentityProvider(tenant.db);
  return issuer === '' ? null : label;
}

/**
 * Starts a sign-in. Returns the provider's URL, and a secret that the browser keeps until the callback.
 * @throws Error if the database has no provider, or the provider cannot be reached.
 */
export async function beginSignIn(
  tenants: Tenants,
  databaseName: string,
): Promise<{ address: string; browserSecret: string; https: boolean }> {
  const tenant = await tenants.get(databaseName);
  const provider = tenant && (await getProvider(tenant));
  if (!tenant || !provider?.issuer) throw new Error('there is no identity provider');
  const redirectUri = await pageAddress(tenant.db, callback);
  const state = `${newToken()}.${tenant.name}`;
  const { address, checks } = await authorizationAddress(provider, redirectUri, state);
  const browserSecret = newToken();
  const expiresAt = new Date(Date.now() + pendingLifetime);
  await insertStep(tenant.db, 'pending', hashToken(state), hashToken(browserSecret), checks, expiresAt);
  return { address: address.href, browserSecret, https: isHttps(redirectUri) };
}

const isHttps = (address: string) => address.startsWith('https:');

/**
 * Handles the callback. Returns the URL of the page that fetches the session with a code, or of the failed page.
 * @param search the query of the callback, including the question mark
 * @param cookie the `Cookie` header of the request
 */
export async function finishSignIn(
  tenants: Tenants,
  search: string,
  cookie: string | undefined,
  { address, log }: { address: string; log: Logger },
): Promise<string> {
  const state = new URLSearchParams(search).get('state') ?? '';
  try {
    const tenant = await tenants.get(state.slice(state.indexOf('.') + 1));
    if (!tenant) throw new Error('there is no such database');
    const browserHash = await readBrowserHash(tenant.db, cookie);
    const userId = await identify(tenant, { state, search, browserHash, address });
    if (userId === null)
      throw new Error(
        'nobody here has that name, or may sign in so, or the provider did not confirm it as required',
      );
    const code = newToken();
    const expiresAt = new Date(Date.now() + ticketLifetime);
    await insertStep(tenant.db, 'ticket', hashToken(code), browserHash, { userId }, expiresAt);
    // The fragment is not sent to servers, and does not appear in logs.
    return `/signin#${new URLSearchParams({ external: code, database: tenant.name })}`;
  } catch (error) {
    log.warn({ err: error, address }, 'an external sign-in failed');
    return failedPage;
  }
}

async function readBrowserHash(db: Db, cookie: string | undefined): Promise<Buffer> {
  return hashToken(readSecret(cookie, isHttps(await pageAddress(db, callback))));
}

async function identify(
  tenant: Tenant,
  {
    state,
    search,
    browserHash,
    address,
  }: { state: string; search: string; browserHash: Buffer; address: string },
): Promise<number | null> {
  const { db } = tenant;
  const checks = await claimStep(db, 'pending', hashToken(state), browserHash);
  if (!checks) throw new Error('the sign-in was not begun by this browser, or too long ago');
  const returned = new URL((await pageAddress(db, callback)) + search);
  const refuse = (name: string | null, why: object = {}) =>
    audit.record(
      db,
      null,
      'sign-in-failed',
      { id: '', name: name ?? 'Unknown user' },
      { new: { address, external: true, ...why } },
    );
  const provider = await getProvider(tenant);
  const { name, isAuthenticated } = await externalUserFrom(provider, returned, state, checks as Checks).catch(
    async (error: unknown) => {
      await refuse(null);
      throw error;
    },
  );
  const user = name === null || !isAuthenticated ? null : await getExternalUser(db, name);
  if (!user) await refuse(name, isAuthenticated ? {} : { weakAuthentication: true });
  return user?.id ?? null;
}

/**
 * Redeems a code once, in the browser that received it. Returns the user of the session.
 * @throws AppError `sign-in-failed`.
 */
export async function redeemCode(
  tenants: Tenants,
  { databaseName, code }: { databaseName: string; code: string },
  cookie: string | undefined,
): Promise<{ tenant: Tenant; userId: number }> {
  const tenant = await tenants.get(databaseName);
  const ticket =
    tenant &&
    (await claimStep(tenant.db, 'ticket', hashToken(code), await readBrowserHash(tenant.db, cookie)));
  if (!tenant || !ticket) {
    throw new AppError(
      'sign-in-failed',
      'The sign-in took too long or was already used. Please sign in again.',
    );
  }
  return { tenant, userId: (ticket as { userId: number }).userId };
}
