import { createSharedText } from './shared-text.ts';

/** The signed-in user, in local storage so that all tabs of a browser share sign-in and sign-out. */

export interface Credentials {
  sessionId: string;
  databaseName: string;
}

/** Signed in, or signed out with the reason to show on the sign-in page, and its details. */
export type Stored =
  | { credentials: Credentials }
  | { credentials: null; endedBecause?: string; detail?: string };

const stored = createSharedText('twinward.session');
export const sessionExpired = 'Session expired';

const none: Stored = { credentials: null };
let raw: string | null = null;
let parsed: Stored = none;

function parse(text: string | null): Stored {
  if (text === null) return none;
  try {
    const value = JSON.parse(text) as Partial<Credentials> & { endedBecause?: unknown; detail?: unknown };
    if (typeof value.sessionId === 'string' && typeof value.databaseName === 'string') {
      return { credentials: { sessionId: value.sessionId, databaseName: value.databaseName } };
    }
    const { endedBecause, detail } = value;
    if (typeof endedBecause !== 'string') return none;
    return { credentials: null, endedBecause, ...(typeof detail === 'string' ? { detail } : {}) };
  } catch {
    return none;
  }
}

/** Returns the same object while the stored text is unchanged, so that React can compare it. */
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

/** Ends the session in all tabs. The sign-in page shows `because`, with `detail` under Details. */
export const endSession = (because?: string, detail?: string): void =>
  write(because === undefined ? null : { endedBecause: because, detail });

/** Subscribes to changes made in this tab or another. */
export const onSessionChange = stored.onChange;
