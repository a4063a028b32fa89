import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, integerBetween, isoTime, text } from '../core/primitives.ts';
import { type RouteContract, readsOnly, routeGroup } from '../core/route.ts';
import type { Access, Area } from './access.ts';
import { userName } from './user.ts';

/**
 * Service accounts are for programs: scripts, other systems, assistants. Like a user, an account has the rights of
 * its groups and record types, but limited by its scopes. It authenticates with a token that expires.
 */

/** The prefix of every service account token; distinguishes it from the id of a session. */
export const serviceTokenPrefix = 'service-';

const defineRoute = routeGroup('Service accounts');

/**
 * `administer` is required in addition to the others by calls that manage users, connections, settings and the like.
 */
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

/** The scopes that a call requires of a service account; null for calls of users or connections only. */
export function requiredScopes(route: Scoped): ServiceScope[] | null {
  if (route.personal || route.connection === 'only') return null;
  const scopes: ServiceScope[] = [readsOnly(route) ? 'read' : 'write'];
  if (administration.has(route.access)) scopes.push('administer');
  return scopes;
}

/** The number of days before the expiry of its token from which an account is `expiring`. */
export const expiryNotice = 30;

const serviceAccountStates = ['active', 'expiring', 'expired', 'revoked'] as const;
export type ServiceAccountState = (typeof serviceAccountStates)[number];

export const serviceAccount = z
  .object({
    id: id.describe('Also the user id of the account in the audit trail'),
    name: z.string(),
    description: z.string(),
    scopes: z.array(z.enum(serviceScopes)),
    groups: z.array(z.string()),
    recordTypes: z
      .array(z.string())
      .describe('Record types assigned to the account itself, not to its groups'),
    state: z
      .enum(serviceAccountStates)
      .describe(`\`expiring\`: expires within ${expiryNotice} days. \`revoked\`: it has no token`),
    expiresAt: z.iso.datetime().nullable().describe('Expiry of its newest token; null if revoked'),
    replacedUntil: z.iso.datetime().nullable().describe('Time until which the previous token is valid'),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last use, to the minute; null if never used'),
    createdBy: z.string().describe('User name'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ServiceAccount' });
export type ServiceAccount = z.infer<typeof serviceAccount>;

const writable = {
  name: userName.describe('Unique among users and service accounts'),
  description: text(1000).default('').describe('Purpose and contact person'),
  scopes: z.array(z.enum(serviceScopes)).min(1, 'Please choose a scope.').max(serviceScopes.length),
  groups: z.array(z.string()).max(1000).default([]),
  recordTypes: z.array(z.string()).max(1000).default([]),
};
const expiresAt = isoTime.describe('Expiry of the token, at most two years ahead');

export const serviceAccountChange = z.strictObject(writable).meta({ id: 'ServiceAccountChange' });
export type ServiceAccountChange = z.infer<typeof serviceAccountChange>;

export const newServiceAccount = z.strictObject({ ...writable, expiresAt }).meta({ id: 'NewServiceAccount' });
export type NewServiceAccount = z.infer<typeof newServiceAccount>;

const token = z.string().describe('Returned only once, because only its hash is stored');

export const createdServiceAccount = serviceAccount.extend({ token }).meta({ id: 'CreatedServiceAccount' });
export type CreatedServiceAccount = z.infer<typeof createdServiceAccount>;

export const newServiceToken = z
  .strictObject({
    expiresAt,
    keepHours: integerBetween(0, 168).default(24).describe('Hours for which the previous token stays valid'),
  })
  .meta({ id: 'NewServiceToken' });
export type NewServiceToken = z.infer<typeof newServiceToken>;

export const listServiceAccounts = defineRoute('POST /api/service-accounts/filters', {
  access: 'users',
  personal: true,
  summary: 'List service accounts. Fields: Id, Name, Description, State, ExpiresAt, LastUsedAt, CreatedAt',
  ...listCall,
  response: z.array(serviceAccount),
});

export const getServiceAccount = defineRoute('GET /api/service-accounts/:id', {
  access: 'users',
  personal: true,
  summary: 'Get a service account',
  response: serviceAccount,
});

export const createServiceAccount = defineRoute('POST /api/service-accounts', {
  access: 'users',
  personal: true,
  summary: 'Add a service account; its token is returned only once',
  body: newServiceAccount,
  status: 201,
  response: createdServiceAccount,
});

export const updateServiceAccount = defineRoute('PUT /api/service-accounts/:id', {
  access: 'users',
  personal: true,
  summary: 'Change a service account; the change applies to its token at once',
  body: serviceAccountChange,
  response: serviceAccount,
});

export const createServiceToken = defineRoute('POST /api/service-accounts/:id/token', {
  access: 'users',
  personal: true,
  summary: 'Create a new token for a service account; the previous one stays valid for some hours',
  body: newServiceToken,
  status: 201,
  response: createdServiceAccount,
});

export const revokeServiceAccount = defineRoute('DELETE /api/service-accounts/:id/token', {
  access: 'users',
  personal: true,
  summary: 'Revoke all tokens of a service account at once; its entries in the audit trail are kept',
});
