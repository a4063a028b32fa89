import { z } from 'zod';
import { listCall, listExample } from '../core/list.ts';
import { emailAddress, id, text, timeZone, untrimmedText } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { signInRules } from './session-setting.ts';

const defineRoute = routeGroup('User');

export const user = z
  .object({
    id,
    userName: z.string(),
    email: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    middleName: z.string(),
    timeZone: z.string().describe('IANA time zone'),
    mobilePhone: z.string().nullable(),
    enabled: z.boolean(),
    systemUser: z.boolean(),
    isAdmin: z.boolean(),
    assignedGroups: z.array(z.string()),
    assignedRecordTypes: z
      .array(z.string())
      .describe('Record types assigned to the user or a group of the user'),
    allowDirectLogin: z.boolean(),
    external: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const currentUser = user
  .extend({
    hasRecordAccess: z.boolean().describe('True for administrators and for users with assigned record types'),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

export const getCurrentUser = defineRoute('GET /api/user/current', {
  access: 'signed-in',
  beforeEnrolment: true,
  beforeNewPassword: true,
  summary: 'Get the signed-in user',
  response: currentUser,
});

/** No control characters and no leading or trailing white space, so that different names look different. */
export const userName = untrimmedText(100)
  .min(1, 'Required.')
  .refine(
    (name) => name === '' || /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u.test(name),
    'Please enter a name without control characters and without leading or trailing white space.',
  );

const profileFields = {
  firstName: text(100),
  lastName: text(100),
  middleName: text(100),
  email: emailAddress.nullable(),
  mobilePhone: text(50).nullable(),
  timeZone,
};
const wholeProfile = z.strictObject(profileFields);
export type Profile = z.infer<typeof wholeProfile>;

/** The fields that users change themselves; omitted fields stay unchanged. */
export const profile = wholeProfile.partial().meta({ id: 'Profile' });
export type ProfileChange = z.infer<typeof profile>;

export const updateCurrentUser = defineRoute('POST /api/user/current/update', {
  access: 'signed-in',
  personal: true,
  summary:
    'Change your profile. A new e-mail address requires the current password and takes effect when confirmed by the link mailed to it',
  body: profile.extend({ currentPassword: z.string().max(1000).optional() }),
  record: currentUser,
  response: currentUser,
  rateLimit: 60,
});

/** A new e-mail address that is not confirmed yet. */
export const emailChange = z
  .object({ email: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: 'EmailChange' });
export type EmailChange = z.infer<typeof emailChange>;

export const getEmailChange = defineRoute('GET /api/user/current/email-change', {
  access: 'signed-in',
  personal: true,
  summary: 'Get the new e-mail address that is not confirmed yet, if any',
  response: emailChange,
  orNone: true,
});

export const cancelEmailChange = defineRoute('DELETE /api/user/current/email-change', {
  access: 'signed-in',
  personal: true,
  summary: 'Cancel the change of the e-mail address',
});

export const confirmEmail = defineRoute('POST /api/user/email/confirm', {
  access: 'public',
  summary: 'Confirm a new e-mail address with the single-use token from the mail',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    token: z.string().min(1, 'Required.').max(200),
  }),
  rateLimit: 20,
});

export const updateCurrentPassword = defineRoute('POST /api/user/current/update/password', {
  access: 'signed-in',
  personal: true,
  beforeNewPassword: true,
  summary: 'Change your password; ends your other sessions',
  body: z.strictObject({ currentPassword: z.string().max(1000), newPassword: z.string() }),
  rateLimit: 20,
});

export const getPasswordRules = defineRoute('GET /api/user/password/rules', {
  access: 'public',
  summary: 'Get the rules for new passwords; for an unknown database, the default rules',
  query: z.object({ databaseName: z.string().min(1, 'Required.').max(63) }),
  response: signInRules,
  rateLimit: 60,
});

export const requestReset = defineRoute('POST /api/user/password/request-reset', {
  access: 'public',
  summary: 'Request a mail to reset a password; the response is the same whether or not the user exists',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    userName: z.string().min(1, 'Required.').max(200).describe('User name or e-mail address'),
  }),
  rateLimit: 20,
});

export const resetPassword = defineRoute('POST /api/user/password/reset', {
  access: 'public',
  summary: 'Set a new password with the single-use token from the mail; ends all sessions of the user',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    token: z.string().min(1, 'Required.').max(200),
    newPassword: z.string(),
  }),
  rateLimit: 20,
});

/** A user as shown to those who manage users. */
export const managedUser = user
  .extend({
    directRecordTypes: z
      .array(z.string())
      .describe('Record types assigned to the user directly, not by a group'),
    signInDelayedUntil: z.iso
      .datetime()
      .nullable()
      .describe('Time until which sign-in is delayed after failed attempts; null if it is not'),
  })
  .meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof managedUser>;

const managedFields = {
  userName,
  ...profileFields,
  enabled: z.boolean().describe('Whether the user can sign in; false also ends all sessions of the user'),
  isAdmin: z
    .boolean()
    .describe(
      'Whether the user is an administrator; only administrators can grant this or change an administrator',
    ),
  allowDirectLogin: z.boolean(),
  external: z.boolean().describe('Whether the user signs in at the identity provider and has no password'),
  assignedGroups: z.array(z.string()).max(1000),
  directRecordTypes: z.array(z.string()).max(1000),
};

/** Omitted fields stay unchanged. */
export const userChange = z
  .strictObject({
    ...managedFields,
    newPassword: z.string().describe('New password; ends all sessions of the user'),
    temporaryPassword: z
      .boolean()
      .describe(
        'Whether the user must change `newPassword` at the next sign-in; default true, except for your own password. Use false for a program that signs in',
      ),
  })
  .partial()
  .meta({ id: 'UserChange' });
export type UserChange = z.infer<typeof userChange>;

export const newUser = userChange.required({ userName: true }).meta({ id: 'NewUser' });
export type NewUser = z.infer<typeof newUser>;

export const listUsers = defineRoute('POST /api/users/filters', {
  access: 'users',
  tag: 'Users',
  summary:
    'List users. Fields: Id, UserName, Email, FirstName, LastName, Enabled, IsAdmin, External, AllowDirectLogin, Group',
  ...listCall,
  example: listExample('UserName', 'a'),
  response: z.array(managedUser),
});

export const getUser = defineRoute('GET /api/users/:id', {
  access: 'users',
  tag: 'Users',
  summary: 'Get a user',
  response: managedUser,
});

export const unlockUser = defineRoute('POST /api/users/:id/unlock', {
  access: 'users',
  tag: 'Users',
  summary: 'Clear the failed sign-ins of a user and the delay that they cause',
});

export const endUserSessions = defineRoute('POST /api/users/:id/sessions/end', {
  access: 'users',
  tag: 'Users',
  summary: 'End all sessions of another user; only administrators can end those of an administrator',
});

export const endAllSessions = defineRoute('POST /api/users/sessions/end', {
  access: 'users',
  tag: 'Users',
  summary:
    'End all sessions except this one; sessions of administrators end only if you are an administrator',
  response: z
    .object({ ended: z.number().int().describe('Number of ended sessions') })
    .meta({ id: 'EndedSessions' }),
});

export const createUser = defineRoute('POST /api/users', {
  access: 'users',
  tag: 'Users',
  summary: 'Add a user; by default enabled and allowed to sign in directly',
  body: newUser,
  example: { userName: 'ada', newPassword: 'Stator-42!', assignedGroups: ['VIEWERS'] },
  status: 201,
  response: managedUser,
});

export const updateUser = defineRoute('PUT /api/users/:id', {
  access: 'users',
  tag: 'Users',
  summary: 'Change a user; the last administrator must stay an administrator',
  body: userChange,
  response: managedUser,
});
