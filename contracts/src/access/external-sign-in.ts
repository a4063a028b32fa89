import { z } from 'zod';
import { requiredText, text, untrimmedText, webAddress } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { loginResponse } from './session.ts';

const defineRoute = routeGroup('Session');

/** Sign-in of external users by OpenID Connect. */

/** The parts of a text that are separated by spaces. */
export const splitWords = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');

const shared = {
  issuer: webAddress(300, 'https://id.plant.example').describe(
    'Address of the identity provider; empty for none',
  ),
  clientId: text(200),
  label: requiredText(100).describe('Label of the button on the sign-in page'),
  userNameClaim: requiredText(100).describe('Claim with the user name'),
  otherHosts: text(1000)
    .refine(
      (value) => splitWords(value).every((part) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(part)),
      'Please enter host names such as login.plant.example, separated by spaces.',
    )
    .default('')
    .describe(
      'Other hosts, besides that of the issuer, where endpoints of the provider may be: host or host:port, separated by spaces',
    ),
  requiredAuthentication: text(500)
    .default('')
    .describe(
      'Accepted values of `acr` or `amr` in the ID token, separated by spaces; requested as `acr_values`. Empty to accept any sign-in',
    ),
};

export const identityProvider = z
  .object({ ...shared, hasSecret: z.boolean() })
  .meta({ id: 'IdentityProvider' });
export type IdentityProvider = z.infer<typeof identityProvider>;

export const identityProviderChange = z
  .strictObject({
    ...shared,
    clientSecret: untrimmedText(1000)
      .optional()
      .describe('Omit to keep the stored secret, if issuer and client id stay the same; never returned'),
  })
  .meta({ id: 'IdentityProviderChange' });
export type IdentityProviderChange = z.infer<typeof identityProviderChange>;

export const getIdentityProvider = defineRoute('GET /api/settings/security/identity-provider', {
  access: 'users',
  tag: 'Security',
  summary: 'Get the identity provider of external users',
  response: identityProvider,
});

export const setIdentityProvider = defineRoute('POST /api/settings/security/identity-provider', {
  access: 'users',
  tag: 'Security',
  summary: 'Set the identity provider of external users; administrators only',
  body: identityProviderChange,
  record: identityProvider,
  response: identityProvider,
});

const databaseName = z.string().min(1, 'Required.').max(63);

export const getExternalSignIn = defineRoute('GET /api/external-sign-in', {
  access: 'public',
  summary: 'Get the label of the sign-in button for external users; null if there is no such button',
  query: z.object({ databaseName }),
  response: z.object({ label: requiredText(100).nullable() }),
  rateLimit: 60,
});

export const startExternalSignIn = defineRoute('POST /api/external-sign-in/start', {
  access: 'public',
  summary: 'Start the sign-in of an external user; sets a cookie in the browser',
  body: z.strictObject({ databaseName }),
  response: z
    .object({
      address: z.string().describe('URL to open next: the identity provider, or an error page'),
    })
    .meta({ id: 'ExternalSignInStart' }),
  rateLimit: 60,
});

export const returnFromExternalSignIn = defineRoute('GET /api/external-sign-in/callback', {
  access: 'public',
  summary:
    'Receive the browser from the identity provider and redirect it to the sign-in page with a code or an error',
  response: 'redirect',
  rateLimit: 60,
});

export const loginExternally = defineRoute('POST /api/login/external', {
  access: 'public',
  summary: 'Create a session for an external user with the single-use code from the callback',
  body: z.strictObject({ databaseName, code: z.string().min(1, 'Required.').max(200) }),
  response: loginResponse,
  rateLimit: 60,
});
