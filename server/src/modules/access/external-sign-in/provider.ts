import { type IdentityProviderChange, splitWords } from '@twinward/contracts/access/external-sign-in';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';

/** Values to check the callback against. */
export interface Checks {
  verifier: string;
  nonce: string;
}

/** The used endpoints. The browser is sent to the first; this server connects to the others. */
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** @throws Error if the metadata names an endpoint on a host that is not allowed. */
async function configure({
  issuer,
  clientId,
  clientSecret,
  otherHosts,
}: IdentityProviderChange): Promise<Configuration> {
  const url = new URL(issuer);
  // Inside a plant, the provider may be reachable only over plain HTTP. The administrator chose its address.
  const transport = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  // Without this check, the signature of the ID token would not be verified, and only TLS would authenticate the
  // provider.
  const execute = [enableNonRepudiationChecks, ...transport];
  const configuration = await discovery(url, clientId, clientSecret, undefined, { execute, timeout: 10 });
  const allowed = new Set([url.host, ...splitWords(otherHosts)]);
  const metadata = configuration.serverMetadata();
  for (const name of endpoints) {
    const address = metadata[name];
    if (address !== undefined && !allowed.has(new URL(address).host)) {
      throw new Error(
        `${name} of the identity provider is at ${new URL(address).host}, which is not allowed`,
      );
    }
  }
  return configuration;
}

/** Returns the provider's sign-in URL for the authorization code flow with PKCE. */
export async function authorizationAddress(
  provider: IdentityProviderChange,
  redirectUri: string,
  state: string,
): Promise<{ address: URL; checks: Checks }> {
  const configuration = await configure(provider);
  const checks = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const { requiredAuthentication } = provider;
  const address = buildAuthorizationUrl(configuration, {
    ...(requiredAuthentication === '' ? {} : { acr_values: requiredAuthentication }),
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
  return { address, checks };
}

/** The user who signed in at the provider. */
export interface ExternalUser {
  /** Null if the provider names no user. */
  name: string | null;
  /** Whether the provider confirmed the required authentication. */
  isAuthenticated: boolean;
}

/**
 * Exchanges the callback's code for the user.
 * @param returned the full URL of the callback
 * @throws Error if the response is invalid.
 */
export async function externalUserFrom(
  provider: IdentityProviderChange,
  returned: URL,
  state: string,
  { verifier, nonce }: Checks,
): Promise<ExternalUser> {
  const tokens = await authorizationCodeGrant(await configure(provider), returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const name = claims?.[provider.userNameClaim];
  return {
    name: typeof name === 'string' && name !== '' ? name : null,
    isAuthenticated: isConfirmed(splitWords(provider.requiredAuthentication), claims ?? {}),
  };
}

/** Returns whether the claims contain one of the required values. Missing claims confirm nothing. */
export function isConfirmed(required: readonly string[], claims: Readonly<Record<string, unknown>>): boolean {
  const { acr, amr } = claims;
  const confirmed = [acr, ...(Array.isArray(amr) ? amr : [])];
  return required.length === 0 || required.some((value) => confirmed.includes(value));
}
