import { z } from 'zod';
import { listBody, listExample, paging } from '../core/list.ts';
import { emailAddress, id, idParams, text, timeZone, untrimmedText } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { signInRules } from './session-setting.ts';

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

export const currentUser = user
  .extend({ hasRecordAccess: z.boolean().describe('Administrators, and who has record types assigned') })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

export const getCurrentUser = defineRoute({
  method: 'GET',
  path: '/api/user/current',
  access: 'signed-in',
  beforeEnrolment: true,
  beforeNewPassword: true,
  tag: 'User',
  summary: 'The signed-in user',
  response: currentUser,
});

/** No control characters, and no white space at the ends: users see that two names differ. */
export const userName = untrimmedText(100)
  .min(1, 'Required.')
  .refine(
    (name) => name === '' || /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u.test(name),
    'Please enter a name without white space at its ends and without control characters.',
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

/** The fields of users that they change themselves; an absent field stays as it is. */
export const profile = wholeProfile.partial().meta({ id: 'Profile' });
export type ProfileChange = z.infer<typeof profile>;

export const updateCurrentUser = defineRoute({
  method: 'POST',
  path: '/api/user/current/update',
  access: 'signed-in',
  personal: true,
  tag: 'User',
  summary:
    'Change the own profile. A new e-mail address takes the current password, and holds once it is confirmed by the link of a mail to it',
  body: profile.extend({ currentPassword: z.string().max(1000).optional() }),
  record: currentUser,
  response: currentUser,
  rateLimit: 60,
});

/** A new e-mail address that is to be confirmed. */
export const emailChange = z
  .object({ email: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: 'EmailChange' });
export type EmailChange = z.infer<typeof emailChange>;

export const getEmailChange = defineRoute({
  method: 'GET',
  path: '/api/user/current/email-change',
  access: 'signed-in',
  personal: true,
  tag: 'User',
  summary: 'The new e-mail address that the user is to confirm, if any',
  response: emailChange,
  orNone: true,
});

export const cancelEmailChange = defineRoute({
  method: 'DELETE',
  path: '/api/user/current/email-change',
  access: 'signed-in',
  personal: true,
  tag: 'User',
  summary: 'Keep the present e-mail address',
  status: 204,
});

export const confirmEmail = defineRoute({
  method: 'POST',
  path: '/api/user/email/confirm',
  access: 'public',
  tag: 'User',
  summary: 'Confirm a new e-mail address by the token of a mail, once',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    token: z.string().min(1, 'Required.').max(200),
  }),
  status: 204,
  rateLimit: 20,
});

export const updateCurrentPassword = defineRoute({
  method: 'POST',
  path: '/api/user/current/update/password',
  access: 'signed-in',
  personal: true,
  beforeNewPassword: true,
  tag: 'User',
  summary: 'Change the own password; ends the user’s other sessions',
  body: z.strictObject({ currentPassword: z.string().max(1000), newPassword: z.string() }),
  status: 204,
  rateLimit: 20,
});

export const getPasswordRules = defineRoute({
  method: 'GET',
  path: '/api/user/password/rules',
  access: 'public',
  tag: 'User',
  summary: 'What new passwords must hold to; an unknown database has the rules of a new one',
  query: z.object({ databaseName: z.string().min(1, 'Required.').max(63) }),
  response: signInRules,
  rateLimit: 60,
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

/** A user as those see it who manage users. */
export const managedUser = user
  .extend({
    directRecordTypes: z.array(z.string()).describe('Assigned to the user, not by a group'),
    signInDelayedUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until when sign-in is refused somewhere after failed attempts'),
  })
  .meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof managedUser>;

const managedFields = {
  userName,
  ...profileFields,
  enabled: z.boolean().describe('False ends the user’s sessions at once'),
  isAdmin: z.boolean().describe('Only an administrator may grant it, or change who has it'),
  allowDirectLogin: z.boolean(),
  external: z.boolean().describe('Signs in by the identity provider; has no password here'),
  assignedGroups: z.array(z.string()).max(1000),
  directRecordTypes: z.array(z.string()).max(1000),
};

/** A field that is absent stays as it is. */
export const userChange = z
  .strictObject({
    ...managedFields,
    newPassword: z.string().describe('Ends the user’s sessions'),
    temporaryPassword: z
      .boolean()
      .describe(
        'Whether the user must change `newPassword` at the next sign-in; absent: yes, unless it is one’s own. False is for a program that signs in',
      ),
  })
  .partial()
  .meta({ id: 'UserChange' });
export type UserChange = z.infer<typeof userChange>;

export const newUser = userChange.required({ userName: true }).meta({ id: 'NewUser' });
export type NewUser = z.infer<typeof newUser>;

export const listUsers = defineRoute({
  method: 'POST',
  path: '/api/users/filters',
  access: 'users',
  tag: 'Users',
  summary:
    'Users. Fields: Id, UserName, Email, FirstName, LastName, Enabled, IsAdmin, External, AllowDirectLogin, Group',
  query: paging,
  body: listBody,
  example: listExample('UserName', 'a'),
  response: z.array(managedUser),
  paged: true,
});

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/users/:id',
  access: 'users',
  tag: 'Users',
  summary: 'One user',
  params: idParams,
  response: managedUser,
});

export const unlockUser = defineRoute({
  method: 'POST',
  path: '/api/users/:id/unlock',
  access: 'users',
  tag: 'Users',
  summary: 'Forget the failed sign-ins of a user, and with them the delay of the next attempt',
  params: idParams,
  status: 204,
});

export const endUserSessions = defineRoute({
  method: 'POST',
  path: '/api/users/:id/sessions/end',
  access: 'users',
  tag: 'Users',
  summary: 'End all sessions of another user; an administrator’s by administrators only',
  params: idParams,
  status: 204,
});

export const endAllSessions = defineRoute({
  method: 'POST',
  path: '/api/users/sessions/end',
  access: 'users',
  tag: 'Users',
  summary: 'End all sessions but the one that asks; those of administrators only if an administrator asks',
  response: z.object({ ended: z.number().int().describe('Sessions') }).meta({ id: 'EndedSessions' }),
});

export const createUser = defineRoute({
  method: 'POST',
  path: '/api/users',
  access: 'users',
  tag: 'Users',
  summary: 'Add a user; by default enabled and allowed to sign in directly',
  body: newUser,
  example: { userName: 'ada', newPassword: 'Stator-42!', assignedGroups: ['VIEWERS'] },
  status: 201,
  response: managedUser,
});

export const updateUser = defineRoute({
  method: 'PUT',
  path: '/api/users/:id',
  access: 'users',
  tag: 'Users',
  summary: 'Change a user; the last administrator stays one',
  params: idParams,
  body: userChange,
  response: managedUser,
});
