import { z } from 'zod';
import { routeGroup } from '../core/route.ts';
import { libraryStatus } from '../system/library.ts';
import { secondFactorProof, secondFactorStep } from './second-factor.ts';

const defineRoute = routeGroup('Session');

export const loginRequest = z
  .strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    userName: z.string().min(1, 'Required.').max(200),
    password: z.string().min(1, 'Required.').max(1000),
  })
  .meta({ id: 'LoginRequest' });
export type LoginRequest = z.infer<typeof loginRequest>;

/** Later calls send `id` base64 encoded in the header SessId; `timeLeft` is in milliseconds. */
export const loginResponse = z
  .object({ id: z.string(), timeLeft: z.number().int() })
  .meta({ id: 'LoginResponse' });
export type LoginResponse = z.infer<typeof loginResponse>;

/** For a user with a second factor, the password alone does not create a session. */
const loginAnswer = z.union([loginResponse, z.object({ secondFactor: secondFactorStep })]);
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const sessionState = z
  .object({
    databaseName: z.string(),
    expiration: z.iso.datetime().describe('Time at which the session expires, in UTC'),
    timeLeft: z.number().int().describe('Milliseconds until the session expires'),
    onPremise: z.boolean(),
    version: z.string(),
    mustEnrol: z.boolean().describe('Whether the user must set up a second factor before anything else'),
    mustChangePassword: z
      .boolean()
      .describe(
        'Whether the user must change the password before anything else, because somebody else set it',
      ),
    videoPath: z
      .string()
      .describe('Folder of the videos in the help menu; empty if they are at the hosted provider'),
    libraryStatus,
  })
  .meta({ id: 'Session' });
export type SessionState = z.infer<typeof sessionState>;

export const login = defineRoute('POST /api/login', {
  access: 'public',
  summary: 'Sign in; for a user with a second factor, returns what is needed to complete the sign-in',
  body: loginRequest,
  example: { databaseName: 'demo', userName: 'admin', password: 'the password' },
  response: loginAnswer,
  rateLimit: 60,
});

export const loginWithSecondFactor = defineRoute('POST /api/login/second-factor', {
  access: 'public',
  summary: 'Complete a sign-in with the second factor',
  body: z.strictObject({
    databaseName: z.string().min(1, 'Required.').max(63),
    challenge: z.string().min(1, 'Required.').max(200),
    proof: secondFactorProof,
  }),
  response: loginResponse,
  rateLimit: 60,
});

export const logout = defineRoute('POST /api/logout', {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  beforeNewPassword: true,
  summary: 'Sign out',
  body: z.strictObject({
    databaseName: z.string().max(63).optional().describe('Must be the database of this session'),
    sessionId: z.string().max(200).optional().describe('Must be the id of this session'),
  }),
});

export const keepAlive = defineRoute('POST /api/sessions', {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  beforeNewPassword: true,
  summary: 'Extend the session; possible only in the last 5 minutes before it expires',
  response: sessionState,
});

export const validateSession = defineRoute('GET /api/validateSession', {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  beforeNewPassword: true,
  summary: 'Check whether the session is valid, and until when',
  response: sessionState,
});

/** The names of the headers of the session; their values are base64 encoded. */
export const sessionHeaders = { session: 'sessid', database: 'dbname' } as const;

/** A session as shown to its user; `id` identifies it but gives no access. */
export const ownSession = z
  .object({
    id: z.uuid(),
    current: z.boolean().describe('Whether it is the session of this call'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    address: z.string().describe('IP address from which the user signed in'),
    userAgent: z.string(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = defineRoute('GET /api/user/current/sessions', {
  access: 'signed-in',
  personal: true,
  tag: 'User',
  summary: 'List the sessions of the signed-in user, latest first',
  response: z.array(ownSession),
});

export const endOtherSessions = defineRoute('DELETE /api/user/current/sessions', {
  access: 'signed-in',
  personal: true,
  tag: 'User',
  summary: 'End all sessions of the signed-in user except this one',
});

export const endOwnSession = defineRoute('DELETE /api/user/current/sessions/:sessionId', {
  access: 'signed-in',
  personal: true,
  tag: 'User',
  summary: 'End a session of the signed-in user',
  params: z.object({ sessionId: z.uuid('Please give the session’s id.') }),
});
