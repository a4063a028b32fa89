import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Users and groups as others may see them, to name them or to choose among them. */
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

export const resolvePrincipals = defineRoute({
  method: 'POST',
  path: '/api/security/resolve',
  access: 'signed-in',
  reads: true,
  tag: 'Security',
  summary: 'Who the ids of users and names of groups stand for; unknown ones are left out',
  body: z.strictObject({
    users: z.array(id).max(1000).default([]),
    groups: z.array(z.string().max(100)).max(1000).default([]),
  }),
  response: principals,
});

const texts = z.array(z.string().min(1, 'Required.').max(100)).max(10).default([]);

export const matchPrincipals = defineRoute({
  method: 'POST',
  path: '/api/security/match',
  access: 'signed-in',
  reads: true,
  tag: 'Security',
  summary: 'Enabled users and groups whose names hold one of the texts, at most 20 of each',
  body: z.strictObject({ users: texts, groups: texts }),
  response: principals,
});

/** A record type that users and groups may have assigned. */
export const assignableType = z
  .object({ name: z.string(), caption: z.string(), isSystem: z.boolean() })
  .meta({ id: 'AssignableType' });
export type AssignableType = z.infer<typeof assignableType>;

export const listAssignableTypes = defineRoute({
  method: 'GET',
  path: '/api/security/recordtypes',
  access: 'users',
  tag: 'Security',
  summary:
    'The record types that users and groups may have assigned: those of the system first, then custom ones by caption',
  response: z.array(assignableType),
});

export const testSecurity = defineRoute({
  method: 'POST',
  path: '/api/settings/security/test',
  access: 'users',
  tag: 'Security',
  summary: 'Whether a user could sign in so; answers 401 when not',
  body: z.strictObject({
    userName: z.string().min(1, 'Required.').max(200),
    password: z.string().min(1, 'Required.').max(1000),
  }),
  status: 204,
  rateLimit: 60,
});
