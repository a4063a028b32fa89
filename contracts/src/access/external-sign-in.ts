import { z } from 'zod';
import { requiredText, text, untrimmedText, webAddress } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { loginResponse } from './session.ts';

/** Sign-in of external users by OpenID Connect. */

/** The parts of a text with blanks between. */
export const partsOf = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');

const shared = {
  issuer: webAddress(300, 'https://id.plant.example').describe(
    'Address of the identity provider; empty for none',
  ),
  clientId: text(200),
  label: requiredText(100).describe('What the button on the sign-in page says'),
  userNameClaim: requiredText(100).describe('The claim that holds the user name'),
  otherHosts: text(1000)
    .refine(
      (value) => partsOf(value).every((part) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(part)),
      'Please enter host names such as login.plant.example, with blanks between.',
    )
    .default('')
    .describe(
      'Hosts, with blanks between, that endpoints of the provider may be at beside that of the issuer, as host or host:port',
    ),
  requiredAuthentication: text(500)
    .default('')
    .describe(
      'Values, with blanks between, of which the ID token must have one as `acr` or in `amr`; they are asked for as `acr_values`. Empty: any sign-in counts',
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
      .describe('Absent: stays, while issuer and client do; never shown again'),
  })
  .meta({ id: 'IdentityProviderChange' });
export type IdentityProviderChange = z.infer<typeof identityProviderChange>;

export const getIdentityProvider = defineRoute({
  method: 'GET',
  path: '/api/settings/security/identity-provider',
  access: 'users',
  tag: 'Security',
  summary: 'By whom external users sign in',
  response: identityProvider,
});

export const setIdentityProvider = defineRoute({
  method: 'POST',
  path: '/api/settings/security/identity-provider',
  access: 'users',
  tag: 'Security',
  summary: 'Choose by whom external users sign in; for administrators only',
  body: identityProviderChange,
  record: identityProvider,
  response: identityProvider,
});

const databaseName = z.string().min(1, 'Required.').max(63);

export const getExternalSignIn = defineRoute({
  method: 'GET',
  path: '/api/external-sign-in',
  access: 'public',
  tag: 'Session',
  summary: 'What the button for external users says; null where there is none',
  query: z.object({ databaseName }),
  response: z.object({ label: requiredText(100).nullable() }),
  rateLimit: 60,
});

export const startExternalSignIn = defineRoute({
  method: 'POST',
  path: '/api/external-sign-in/start',
  access: 'public',
  tag: 'Session',
  summary: 'Begin the sign-in of an external user in this browser, by a cookie',
  body: z.strictObject({ databaseName }),
  response: z
    .object({
      address: z
        .string()
        .describe('Where the browser goes on: the identity provider, or a page that it failed'),
    })
    .meta({ id: 'ExternalSignInStart' }),
  rateLimit: 60,
});

export const returnFromExternalSignIn = defineRoute({
  method: 'GET',
  path: '/api/external-sign-in/callback',
  access: 'public',
  tag: 'Session',
  summary:
    'Where the identity provider leads the browser back to; on to the sign-in page, with a code or an error',
  response: 'redirect',
  rateLimit: 60,
});

export const loginExternally = defineRoute({
  method: 'POST',
  path: '/api/login/external',
  access: 'public',
  tag: 'Session',
  summary: 'Open the session of an external user by the code that the browser came back with, once',
  body: z.strictObject({ databaseName, code: z.string().min(1, 'Required.').max(200) }),
  response: loginResponse,
  rateLimit: 60,
});
