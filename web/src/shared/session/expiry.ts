import { createSharedText } from './shared-text.ts';

/**
 * The expiry time of the session by this computer's clock, which may differ from the server's. Kept in local storage,
 * so that an extension in one tab applies to all.
 */

const stored = createSharedText('twinward.session.end');

/** @param timeLeft milliseconds, as reported by the server */
export function recordTimeLeft(sessionId: string, timeLeft: number): void {
  stored.write(JSON.stringify([sessionId, Date.now() + timeLeft]));
}

/** Epoch milliseconds; null if unknown for this session. */
export function readEnd(sessionId: string): number | null {
  try {
    const [noted, end] = JSON.parse(stored.read() ?? '[]') as [unknown, unknown];
    return noted === sessionId && typeof end === 'number' ? end : null;
  } catch {
    return null;
  }
}

/** Subscribes to changes made in this tab or another. */
export const onEndChange = stored.onChange;
