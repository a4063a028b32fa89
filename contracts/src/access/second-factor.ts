import { z } from 'zod';
import { id, requiredText } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Second factor');

/** Second factor of sign-in: TOTP (RFC 6238), passkeys (W3C WebAuthn), and one-time recovery codes. */

/** How many recovery codes a user gets. */
export const recoveryCodeCount = 10;

const base64url = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^[\w-]+$/, 'Please give base64url.');

const totpCode = z
  .string()
  .trim()
  .transform((code) => code.replaceAll(' ', ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6 digits that the app shows.'));

/** Options of `navigator.credentials`, in the JSON form of WebAuthn Level 3. */
const passkeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' });

const credential = {
  id: base64url(2000),
  rawId: base64url(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
};

/** The result of `navigator.credentials.create` (RegistrationResponseJSON). */
export const passkeyRegistration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(50_000),
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration' });
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

/** The result of `navigator.credentials.get` (AuthenticationResponseJSON). */
export const passkeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(10_000),
      userHandle: z.string().max(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** The second step of a sign-in, after the password was correct. */
export const secondFactorStep = z
  .object({
    challenge: z.string().describe('Single-use id of this sign-in, for the call that completes it'),
    timeLeft: z.number().int().describe('Milliseconds until the challenge expires'),
    totp: z.boolean().describe('Whether the user has an authenticator app'),
    passkey: passkeyOptions
      .nullable()
      .describe('Options to use a passkey; null if the user has none for this address'),
  })
  .meta({ id: 'SecondFactorStep' });
export type SecondFactorStep = z.infer<typeof secondFactorStep>;

export const secondFactorProof = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('totp'), code: totpCode }),
    z.strictObject({ type: z.literal('recovery-code'), code: z.string().min(1, 'Required.').max(100) }),
    z.strictObject({ type: z.literal('passkey'), assertion: passkeyAssertion }),
  ])
  .meta({ id: 'SecondFactorProof' });
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const passkey = z
  .object({
    id,
    name: z.string(),
    host: z.string().describe('Host name for which the passkey works'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** The second factors of the signed-in user. */
export const secondFactors = z
  .object({
    totp: z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.number().int(),
    required: z
      .boolean()
      .describe('Whether the user must have a second factor; the last one cannot be removed then'),
    passkeyOrigin: z
      .string()
      .nullable()
      .describe('Only address at which passkeys work; null for the address in use, if it supports passkeys'),
  })
  .meta({ id: 'SecondFactors' });
export type SecondFactors = z.infer<typeof secondFactors>;

/** `recoveryCodes` are returned only once. */
export const enrolled = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .describe('Recovery codes, returned only once; null unless this is the first factor'),
  })
  .meta({ id: 'SecondFactorEnrolled' });
export type Enrolled = z.infer<typeof enrolled>;

const path = '/api/user/current/second-factor';
const password = z.string().min(1, 'Required.').max(1000).describe('Current password of the user');
const withPassword = z.strictObject({ password });
const challenge = base64url(100);
/** Limits password guesses from a stolen session, in addition to the limit on failed attempts. */
const rateLimit = 20;

export const getSecondFactors = defineRoute(`GET ${path}`, {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  summary: 'Get the second factors of the signed-in user',
  response: secondFactors,
});

export const startTotp = defineRoute(`POST ${path}/totp`, {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  summary: 'Create a secret for an authenticator app; takes effect when confirmed with a code',
  body: withPassword,
  response: z
    .object({
      challenge: z.string(),
      secret: z.string().describe('Base32'),
      uri: z.string().describe('otpauth: URI, for a QR code'),
    })
    .meta({ id: 'TotpEnrolment' }),
  rateLimit,
});

export const confirmTotp = defineRoute(`POST ${path}/totp/confirm`, {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  summary: 'Confirm the authenticator app with a code; replaces an earlier app',
  body: z.strictObject({ challenge, code: totpCode }),
  response: enrolled,
  rateLimit,
});

export const removeTotp = defineRoute(`POST ${path}/totp/remove`, {
  access: 'signed-in',
  personal: true,
  summary: 'Remove the authenticator app',
  body: withPassword,
  rateLimit,
});

export const startPasskey = defineRoute(`POST ${path}/passkeys`, {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  summary: 'Get the options to create a passkey; it takes effect when confirmed',
  body: withPassword,
  response: z.object({ challenge: z.string(), options: passkeyOptions }).meta({ id: 'PasskeyEnrolment' }),
  rateLimit,
});

export const confirmPasskey = defineRoute(`POST ${path}/passkeys/confirm`, {
  access: 'signed-in',
  personal: true,
  beforeEnrolment: true,
  summary: 'Add the passkey that the browser created',
  body: z.strictObject({ challenge, name: requiredText(100), registration: passkeyRegistration }),
  response: enrolled,
  rateLimit,
});

export const removePasskey = defineRoute(`POST ${path}/passkeys/:passkeyId/remove`, {
  access: 'signed-in',
  personal: true,
  summary: 'Remove a passkey',
  body: withPassword,
  rateLimit,
});

export const renewRecoveryCodes = defineRoute(`POST ${path}/recovery-codes`, {
  access: 'signed-in',
  personal: true,
  summary: 'Replace the recovery codes; the new ones are returned only once',
  body: withPassword,
  response: z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' }),
  rateLimit,
});

export const getUserSecondFactor = defineRoute('GET /api/users/:id/second-factor', {
  access: 'users',
  tag: 'Users',
  summary: 'Check whether a user has a second factor',
  response: z.object({ enrolled: z.boolean() }).meta({ id: 'UserSecondFactor' }),
});

export const resetUserSecondFactor = defineRoute('POST /api/users/:id/second-factor/reset', {
  access: 'users',
  tag: 'Users',
  summary:
    'Remove all second factors and recovery codes of another user, and end their sessions; only administrators can do this to an administrator',
});

export const secondFactorSettings = z
  .strictObject({
    required: z
      .enum(['none', 'administrators', 'all'])
      .describe('Users who need a second factor; without one, they can do nothing but set one up'),
  })
  .meta({ id: 'SecondFactorSettings' });
export type SecondFactorSettings = z.infer<typeof secondFactorSettings>;

export const getSecondFactorSettings = defineRoute('GET /api/settings/security/second-factor', {
  access: 'users',
  tag: 'Security',
  summary: 'Get who needs a second factor',
  response: secondFactorSettings,
});

export const setSecondFactorSettings = defineRoute('POST /api/settings/security/second-factor', {
  access: 'users',
  tag: 'Security',
  summary:
    'Set who needs a second factor; administrators only. To require it of others, you need one yourself',
  body: secondFactorSettings,
  response: secondFactorSettings,
});
