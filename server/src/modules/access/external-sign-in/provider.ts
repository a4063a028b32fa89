import type { IdentityProviderChange } from '@twinward/contracts/access/external-sign-in';
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

/** The values that the callback is checked against. */
export interface Checks {
  verifier: string;
  nonce: string;
}

async function configure({ issuer, clientId, clientSecret }: IdentityProviderChange): Promise<Configuration> {
  const url = new URL(issuer);
  // Inside a plant the provider may be reachable only over plain HTTP: the administrator chose its address.
  const transport = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  // Otherwise the signature of the ID token would not be verified, and only TLS would authenticate the
  // provider.
  const execute = [enableNonRepudiationChecks, ...transport];
  return discovery(url, clientId, clientSecret, undefined, { execute, timeout: 10 });
}

/** The provider's sign-in URL for the authorization code flow with PKCE. */
export async function authorizationAddress(
  provider: IdentityProviderChange,
  redirectUri: string,
  state: string,
): Promise<{ address: URL; checks: Checks }> {
  const configuration = await configure(provider);
  const checks = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
  return { address, checks };
}

/**
 * Exchanges the callback's code for the user's name.
 * @param returned the full URL of the callback.
 * @returns null when the provider names no user. @throws when the response is invalid.
 */
export async function userNameFrom(
  provider: IdentityProviderChange,
  returned: URL,
  state: string,
  { verifier, nonce }: Checks,
): Promise<string | null> {
  const tokens = await authorizationCodeGrant(await configure(provider), returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const name = tokens.claims()?.[provider.userNameClaim];
  return typeof name === 'string' && name !== '' ? name : null;
}
