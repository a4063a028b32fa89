import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Security');

/** The fields of users and groups that every user may see. */
export const principals = z
  .object({
    users: z.array(
      z.object({
        id,
        userName: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        enabled: z.boolean(),
      }),
    ),
    groups: z.array(z.object({ name: z.string(), caption: z.string() })),
  })
  .meta({ id: 'Principals' });
export type Principals = z.infer<typeof principals>;

export const resolvePrincipals = defineRoute('POST /api/security/resolve', {
  access: 'signed-in',
  reads: true,
  summary: 'Look up users by id and groups by name; unknown ones are omitted',
  body: z.strictObject({
    users: z.array(id).max(1000).default([]),
    groups: z.array(z.string().max(100)).max(1000).default([]),
  }),
  response: principals,
});

const texts = z.array(z.string().min(1, 'Required.').max(100)).max(10).default([]);

export const matchPrincipals = defineRoute('POST /api/security/match', {
  access: 'signed-in',
  reads: true,
  summary: 'Find enabled users and groups whose names contain one of the texts, at most 20 of each',
  body: z.strictObject({ users: texts, groups: texts }),
  response: principals,
});

/** A record type that can be assigned to users and groups. */
export const assignableType = z
  .object({ name: z.string(), caption: z.string(), isSystem: z.boolean() })
  .meta({ id: 'AssignableType' });
export type AssignableType = z.infer<typeof assignableType>;

export const listAssignableTypes = defineRoute('GET /api/security/recordtypes', {
  access: 'users',
  summary:
    'List the record types that can be assigned to users and groups: system types first, then custom types by caption',
  response: z.array(assignableType),
});

export const testSecurity = defineRoute('POST /api/settings/security/test', {
  access: 'users',
  summary: 'Test whether a user can sign in with a password; returns 401 if not',
  body: z.strictObject({
    userName: z.string().min(1, 'Required.').max(200),
    password: z.string().min(1, 'Required.').max(1000),
  }),
  rateLimit: 60,
});
