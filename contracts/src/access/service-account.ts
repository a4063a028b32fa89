import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { id, idParams, integerBetween, isoTime, text } from '../core/primitives.ts';
import { defineRoute, type RouteContract, readsOnly } from '../core/route.ts';
import type { Access, Area } from './access.ts';
import { userName } from './user.ts';

/**
 * Service accounts are for programs: scripts, other systems, assistants. An account has the rights of its groups and record
 * types, as a user has, within its scopes, and authenticates by a token that expires.
 */

/** Begins every token of a service account, which distinguishes it from the id of a session. */
export const serviceTokenPrefix = 'service-';

const tag = 'Service accounts';

/** `administer` is asked for beside the other two by calls that manage users, connections, settings and the like. */
export const serviceScopes = ['read', 'write', 'administer'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

const administration: ReadonlySet<Access> = new Set<Area>([
  'users',
  'recordTypes',
  'lists',
  'system',
  'connections',
]);

type Scoped = Pick<RouteContract, 'method' | 'access' | 'paged' | 'reads' | 'personal' | 'connection'>;

/** The scopes that a call asks of a service account; null: it is for people, or for connections. */
export function scopesOf(route: Scoped): ServiceScope[] | null {
  if (route.personal || route.connection === 'only') return null;
  const scopes: ServiceScope[] = [readsOnly(route) ? 'read' : 'write'];
  if (administration.has(route.access)) scopes.push('administer');
  return scopes;
}

/** How long before the end of its token an account is shown as expiring, in days. */
export const expiryNotice = 30;

export const serviceAccountStates = ['active', 'expiring', 'expired', 'revoked'] as const;
export type ServiceAccountState = (typeof serviceAccountStates)[number];

export const serviceAccount = z
  .object({
    id: id.describe('Also the id of its user, by which the audit trail names it'),
    name: z.string(),
    description: z.string(),
    scopes: z.array(z.enum(serviceScopes)),
    groups: z.array(z.string()),
    recordTypes: z.array(z.string()).describe('Assigned to the account, not by a group'),
    state: z
      .enum(serviceAccountStates)
      .describe(`\`expiring\`: within ${expiryNotice} days. \`revoked\`: it has no token`),
    expiresAt: z.iso.datetime().nullable().describe('Of its newest token; null: revoked'),
    replacedUntil: z.iso.datetime().nullable().describe('Until when the token before the newest is valid'),
    lastUsedAt: z.iso.datetime().nullable().describe('To the minute; null: never'),
    createdBy: z.string().describe('User name'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ServiceAccount' });
export type ServiceAccount = z.infer<typeof serviceAccount>;

const writable = {
  name: userName.describe('No user and no other account has it'),
  description: text(1000).default('').describe('Purpose and contact person'),
  scopes: z.array(z.enum(serviceScopes)).min(1, 'Please choose a scope.').max(serviceScopes.length),
  groups: z.array(z.string()).max(1000).default([]),
  recordTypes: z.array(z.string()).max(1000).default([]),
};
const expiresAt = isoTime.describe('At most two years ahead');

export const serviceAccountChange = z.strictObject(writable).meta({ id: 'ServiceAccountChange' });
export type ServiceAccountChange = z.infer<typeof serviceAccountChange>;

export const newServiceAccount = z.strictObject({ ...writable, expiresAt }).meta({ id: 'NewServiceAccount' });
export type NewServiceAccount = z.infer<typeof newServiceAccount>;

const token = z.string().describe('Shown only now: it is stored as a hash');

export const createdServiceAccount = serviceAccount.extend({ token }).meta({ id: 'CreatedServiceAccount' });
export type CreatedServiceAccount = z.infer<typeof createdServiceAccount>;

export const newServiceToken = z
  .strictObject({
    expiresAt,
    keepHours: integerBetween(0, 168).default(24).describe('How long the token before stays valid'),
  })
  .meta({ id: 'NewServiceToken' });
export type NewServiceToken = z.infer<typeof newServiceToken>;

export const listServiceAccounts = defineRoute({
  method: 'POST',
  path: '/api/service-accounts/filters',
  access: 'users',
  personal: true,
  tag,
  summary: 'Service accounts. Fields: Id, Name, Description, State, ExpiresAt, LastUsedAt, CreatedAt',
  query: paging,
  body: listBody,
  response: z.array(serviceAccount),
  paged: true,
});

export const getServiceAccount = defineRoute({
  method: 'GET',
  path: '/api/service-accounts/:id',
  access: 'users',
  personal: true,
  tag,
  summary: 'One service account',
  params: idParams,
  response: serviceAccount,
});

export const createServiceAccount = defineRoute({
  method: 'POST',
  path: '/api/service-accounts',
  access: 'users',
  personal: true,
  tag,
  summary: 'Add a service account; the answer has its token, which is not shown again',
  body: newServiceAccount,
  status: 201,
  response: createdServiceAccount,
});

export const updateServiceAccount = defineRoute({
  method: 'PUT',
  path: '/api/service-accounts/:id',
  access: 'users',
  personal: true,
  tag,
  summary: 'Change a service account; its token stays, and follows at once',
  params: idParams,
  body: serviceAccountChange,
  response: serviceAccount,
});

export const createServiceToken = defineRoute({
  method: 'POST',
  path: '/api/service-accounts/:id/token',
  access: 'users',
  personal: true,
  tag,
  summary: 'Give a service account a new token; the one before stays valid for some hours',
  params: idParams,
  body: newServiceToken,
  status: 201,
  response: createdServiceAccount,
});

export const revokeServiceAccount = defineRoute({
  method: 'DELETE',
  path: '/api/service-accounts/:id/token',
  access: 'users',
  personal: true,
  tag,
  summary: 'Revoke all tokens of a service account at once; what it did stays under its name',
  params: idParams,
  status: 204,
});
