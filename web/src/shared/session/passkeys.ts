import type { PasskeyAssertion, PasskeyRegistration } from '@twinward/contracts/access/second-factor';

/** Passkeys of the browser. The library is loaded on first use, to keep it out of the initial bundle. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;

/**
 * Returns why passkeys can't be used on this page; null if they can.
 * @param only the only origin on which they work, if configured
 */
export function passkeyObstacle(only: string | null): string | null {
  const { hostname, origin } = window.location;
  if (only !== null && only !== origin) return `Passkeys work at ${only} only.`;
  if (!window.isSecureContext) return 'Passkeys need a secure connection (https).';
  if (/^[\d.]+$|^\[/.test(hostname)) return 'Passkeys need a host name; this address has none.';
  return 'PublicKeyCredential' in window ? null : 'This browser does not support passkeys.';
}

/**
 * Creates a passkey.
 * @param options from the server
 * @throws Error with a message for the user
 */
export async function createPasskey(options: object): Promise<PasskeyRegistration> {
  const { startRegistration } = await library();
  const optionsJSON = options as Parameters<Library['startRegistration']>[0]['optionsJSON'];
  return (await orExplain(startRegistration({ optionsJSON }))) as PasskeyRegistration;
}

/**
 * Signs a challenge with a passkey.
 * @param options from the server
 * @throws Error with a message for the user
 */
export async function signByPasskey(options: object): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  const optionsJSON = options as Parameters<Library['startAuthentication']>[0]['optionsJSON'];
  return (await orExplain(startAuthentication({ optionsJSON }))) as PasskeyAssertion;
}

async function orExplain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new Error(
      (cause as Error).name === 'InvalidStateError'
        ? 'This device already has a passkey of yours.'
        : 'No passkey was received: it was canceled or took too long. Please try again.',
      { cause },
    );
  }
}
