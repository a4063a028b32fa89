import type { PasskeyAssertion, PasskeyRegistration } from '@twinward/contracts/access/second-factor';

/** The browser's passkeys. The library is loaded when one is used: it is no part of the first load. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;

/**
 * Why passkeys can't be used on this page; null when they can.
 * @param only the one origin at which they work, where there is one.
 */
export function passkeyObstacle(only: string | null): string | null {
  const { hostname, origin } = window.location;
  if (only !== null && only !== origin) return `Passkeys work at ${only} only.`;
  if (!window.isSecureContext) return 'Passkeys need a secure connection (https).';
  if (/^[\d.]+$|^\[/.test(hostname)) return 'Passkeys need a host name; this address has none.';
  return 'PublicKeyCredential' in window ? null : 'This browser does not support passkeys.';
}

/** Creates a passkey. @param options of the server. @throws Error that says what to do. */
export async function createPasskey(options: object): Promise<PasskeyRegistration> {
  const { startRegistration } = await library();
  const optionsJSON = options as Parameters<Library['startRegistration']>[0]['optionsJSON'];
  return (await orExplain(startRegistration({ optionsJSON }))) as PasskeyRegistration;
}

/** Signs a challenge by a passkey. @param options of the server. @throws Error that says what to do. */
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
        ? 'This device holds a passkey of yours already.'
        : 'No passkey was given. It was canceled or took too long; please try again.',
      { cause },
    );
  }
}
