import { setImmediate } from 'node:timers/promises';
import type { Actor, Authenticate } from '../actor.ts';

/**
 * Looks up credentials once for all calls that arrive together: a page makes several at a time. A call joins only a
 * lookup that has not begun, so it never uses a session that ended before the call arrived.
 */
export function shareLookups(authenticate: Authenticate): Authenticate {
  const waiting = new Map<string, Promise<Actor | null>>();
  return (credentials) => {
    const key = `${credentials.databaseName}\n${credentials.sessionId}`;
    const joined = waiting.get(key);
    if (joined) return joined;
    const lookup = setImmediate().then(() => {
      waiting.delete(key);
      return authenticate(credentials);
    });
    waiting.set(key, lookup);
    return lookup;
  };
}
