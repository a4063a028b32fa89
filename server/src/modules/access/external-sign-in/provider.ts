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

/** What the way back is checked against. */
export interface Checks {
  verifier: string;
  nonce: string;
}

async function configure({ issuer, clientId, clientSecret }: IdentityProviderChange): Promise<Configuration> {
  const url = new URL(issuer);
  // Inside a plant the provider may be reached by plain HTTP: whoever set its address chose so.
  const transport = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  // Without it the signature of an ID token is not checked, and TLS alone would vouch for the provider.
  const execute = [enableNonRepudiationChecks, ...transport];
  return discovery(url, clientId, clientSecret, undefined, { execute, timeout: 10 });
}

/** Where the browser goes to sign in, by the authorization code flow with PKCE. */
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
 * Exchanges what the browser came back with for the user's name.
 * @param returned the whole address that it came back to.
 * @returns null when the provider names nobody. @throws when anything about it is not as it should be.
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
