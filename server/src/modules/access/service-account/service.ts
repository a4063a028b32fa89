import {
  type CreatedServiceAccount,
  type NewServiceAccount,
  type NewServiceToken,
  type ServiceAccount,
  type ServiceAccountChange,
  type ServiceScope,
  serviceTokenPrefix,
} from '@twinward/contracts/access/service-account';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { type Actor, type Authenticate, sessionWithoutSignIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import type { Tenants } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { hashToken, newTenantToken } from '../../../platform/tokens.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { createServiceUser, getPermissions, updateServiceUser } from '../user/service.ts';
import {
  type AccountRow,
  deleteTokens,
  endTokens,
  insertAccount,
  insertToken,
  lockAccount,
  selectAccount,
  selectAccountPage,
  selectByToken,
  updateAccountRow,
  updateLastUsed,
} from './store.ts';

const longestLife = 2 * 366 * 24 * 3600_000;

export async function listServiceAccounts(db: Db, request: ListRequest): Promise<Page<ServiceAccount>> {
  const { records, total } = await selectAccountPage(db, request);
  return { records: records.map(toAccount), total };
}

/** @throws AppError `not-found`. */
export async function getServiceAccount(db: Db, id: number): Promise<ServiceAccount> {
  return toAccount(found(await selectAccount(db, id), 'Service account'));
}

/**
 * Creates a service account.
 * @returns it with its token, which is not stored.
 * @throws AppError `invalid-request` naming each invalid field; `conflict` if the name is in use.
 */
export function createServiceAccount(
  actor: Actor,
  account: NewServiceAccount,
): Promise<CreatedServiceAccount> {
  const expiresAt = checkedEnd(account.expiresAt);
  return withTransaction(actor.tenant.db, async (db) => {
    const id = await createServiceUser(db, account);
    await insertAccount(db, {
      user_id: id,
      description: account.description,
      scopes: scopesIn(account),
      created_by: actor.userName,
    });
    const token = await addToken(db, actor, id, expiresAt);
    const created = await getServiceAccount(db, id);
    await audit.created(db, actor, created);
    return { ...created, token };
  });
}

/** @throws AppError `not-found`, and as `createServiceAccount`. */
export function updateServiceAccount(
  actor: Actor,
  id: number,
  change: ServiceAccountChange,
): Promise<ServiceAccount> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAccount(db, id);
    const old = await getServiceAccount(db, id);
    await updateServiceUser(db, id, change);
    await updateAccountRow(db, id, { description: change.description, scopes: scopesIn(change) });
    const now = await getServiceAccount(db, id);
    await audit.updated(db, actor, old, now);
    return now;
  });
}

/**
 * Creates a new token for an account, even if the old one has expired or was revoked.
 * @returns the account with the token.
 * @throws AppError `not-found`; `invalid-request` for an expiry that is past or too far ahead.
 */
export function createServiceToken(
  actor: Actor,
  id: number,
  { expiresAt, keepHours }: NewServiceToken,
): Promise<CreatedServiceAccount> {
  const end = checkedEnd(expiresAt);
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAccount(db, id);
    const old = await getServiceAccount(db, id);
    await endTokens(db, id, keepHours);
    const token = await addToken(db, actor, id, end);
    const now = await getServiceAccount(db, id);
    await audit.updated(db, actor, old, now, { tokenMade: true, replacedUntil: now.replacedUntil });
    return { ...now, token };
  });
}

/** @throws AppError `not-found`. */
export function revokeServiceAccount(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAccount(db, id);
    const old = await getServiceAccount(db, id);
    if ((await deleteTokens(db, id)) === 0n) return;
    await audit.changed(db, actor, old, { new: { tokenRevoked: true } });
  });
}

/** Authenticates tokens of service accounts. Returns null for other tokens, and for expired or revoked ones. */
export function createServiceAuthentication(tenants: Tenants): Authenticate {
  return async ({ databaseName, sessionId }) => {
    if (!sessionId.startsWith(serviceTokenPrefix)) return null;
    const tenant = await tenants.get(databaseName);
    if (!tenant) return null;
    const idHash = hashToken(sessionId);
    const row = await selectByToken(tenant.db, idHash);
    const user = row && (await getPermissions(tenant.db, row.user_id));
    if (!row || !user) return null;
    if (row.is_use_outdated) await updateLastUsed(tenant.db, row.user_id);
    return {
      ...user,
      tenant,
      session: sessionWithoutSignIn({ idHash, createdAt: row.created_at, expiresAt: row.expires_at }),
      service: { scopes: row.scopes },
    };
  };
}

/** @throws AppError `invalid-request` for an expiry that is past or too far ahead. */
function checkedEnd(text: string): Date {
  const life = Date.parse(text) - Date.now();
  if (!(life > 0 && life <= longestLife)) {
    refuseProblems([{ path: 'expiresAt', message: 'Please give a time at most two years ahead.' }]);
  }
  return new Date(text);
}

async function addToken(db: Db, { tenant }: Actor, id: number, expiresAt: Date): Promise<string> {
  const token = newTenantToken(serviceTokenPrefix, tenant.name);
  await insertToken(db, { user_id: id, token_hash: hashToken(token), expires_at: expiresAt });
  return token;
}

const scopesIn = ({ scopes }: ServiceAccountChange): ServiceScope[] => [...new Set(scopes)];

function toAccount({ user_name, ...row }: AccountRow): ServiceAccount {
  return {
    ...fromRow(row),
    name: user_name,
    scopes: row.scopes as ServiceScope[],
  };
}

const audit = new EntityAudit(
  'service-account',
  ({ id, name, description, scopes, groups, recordTypes, expiresAt }: ServiceAccount) => ({
    id,
    name,
    facts: {
      name,
      description,
      scopes,
      groups,
      recordTypes,
      expiresAt,
    },
  }),
);
