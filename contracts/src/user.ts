import { z } from 'zod';
import { id } from './primitives.ts';
import { defineRoute } from './route.ts';

export const user = z
  .object({
    id,
    userName: z.string(),
    email: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    middleName: z.string(),
    timeZone: z.string().describe('IANA name'),
    mobilePhone: z.string().nullable(),
    enabled: z.boolean(),
    systemUser: z.boolean(),
    isAdmin: z.boolean(),
    assignedGroups: z.array(z.string()),
    assignedRecordTypes: z.array(z.string()).describe('Directly or by a group'),
    allowDirectLogin: z.boolean(),
    external: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const getCurrentUser = defineRoute({
  method: 'GET',
  path: '/api/user/current',
  access: 'signed-in',
  tag: 'User',
  summary: 'The signed-in user',
  response: user,
});

/** What users change of themselves; a field that is absent stays as it is. */
export const profile = z
  .strictObject({
    firstName: z.string(),
    lastName: z.string(),
    middleName: z.string(),
    email: z.string().nullable(),
    mobilePhone: z.string().nullable(),
    timeZone: z.string().describe('IANA name'),
  })
  .partial()
  .meta({ id: 'Profile' });
export type ProfileChange = z.infer<typeof profile>;

export const updateCurrentUser = defineRoute({
  method: 'POST',
  path: '/api/user/current/update',
  access: 'signed-in',
  tag: 'User',
  summary: 'Change the own profile',
  body: profile,
  response: user,
});

export const updateCurrentPassword = defineRoute({
  method: 'POST',
  path: '/api/user/current/update/password',
  access: 'signed-in',
  tag: 'User',
  summary: 'Change the own password; ends the user’s other sessions',
  body: z.strictObject({ currentPassword: z.string().max(1000), newPassword: z.string() }),
  status: 204,
  rateLimit: 20,
});

export const requestReset = defineRoute({
  method: 'POST',
  path: '/api/user/password/request-reset',
  access: 'public',
  tag: 'User',
  summary:
    'Ask for a mail that leads to a new password; the answer is the same whether or not there is such a user',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    userName: z.string().min(1, 'Required.').max(200).describe('Or e-mail address'),
  }),
  status: 204,
  rateLimit: 20,
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/user/password/reset',
  access: 'public',
  tag: 'User',
  summary: 'Set a new password by the token of a mail, once; ends the user’s sessions',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    token: z.string().min(1, 'Required.').max(200),
    newPassword: z.string(),
  }),
  status: 204,
  rateLimit: 20,
});
