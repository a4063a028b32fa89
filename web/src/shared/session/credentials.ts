import { createSharedText } from './shared-text.ts';

/**
 * Who is signed in, kept in local storage so that all tabs of a browser agree: what one tab signs in or
 * out of, the others follow.
 */

export interface Credentials {
  sessionId: string;
  databaseName: string;
}

/** Signed in, or out with the reason that the sign-in page shows. */
export type Stored = { credentials: Credentials } | { credentials: null; endedBecause?: string };

const stored = createSharedText('twinward.session');
export const sessionExpired = 'Session expired';

const none: Stored = { credentials: null };
let raw: string | null = null;
let parsed: Stored = none;

function parse(text: string | null): Stored {
  if (text === null) return none;
  try {
    const value = JSON.parse(text) as Partial<Credentials> & { endedBecause?: unknown };
    if (typeof value.sessionId === 'string' && typeof value.databaseName === 'string') {
      return { credentials: { sessionId: value.sessionId, databaseName: value.databaseName } };
    }
    return typeof value.endedBecause === 'string'
      ? { credentials: null, endedBecause: value.endedBecause }
      : none;
  } catch {
    return none;
  }
}

/** The same object as long as what is stored stays the same, so that React can compare it. */
export function readStored(): Stored {
  const now = stored.read();
  if (now !== raw) {
    raw = now;
    parsed = parse(now);
  }
  return parsed;
}

export const readCredentials = (): Credentials | null => readStored().credentials;

function write(value: object | null): void {
  stored.write(value && JSON.stringify(value));
}

export const beginSession = (credentials: Credentials): void => write(credentials);

/** Ends the session here and in all tabs; `because` is what the sign-in page says of it. */
export const endSession = (because?: string): void =>
  write(because === undefined ? null : { endedBecause: because });

/** Calls back on every change, made in this tab or another. */
export const onSessionChange = stored.onChange;
