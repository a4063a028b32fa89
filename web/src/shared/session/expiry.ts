import { createSharedText } from './shared-text.ts';

/**
 * When the session ends unless it is kept alive: by this computer's clock, which need not agree with the
 * server's. Kept in local storage, so that a session kept alive in one tab is so in all.
 */

const stored = createSharedText('twinward.session.end');

/** @param timeLeft milliseconds, as the server counts them */
export function noteTimeLeft(sessionId: string, timeLeft: number): void {
  stored.write(JSON.stringify([sessionId, Date.now() + timeLeft]));
}

/** Epoch milliseconds; null where it is not known of this session. */
export function readEnd(sessionId: string): number | null {
  try {
    const [noted, end] = JSON.parse(stored.read() ?? '[]') as [unknown, unknown];
    return noted === sessionId && typeof end === 'number' ? end : null;
  } catch {
    return null;
  }
}

/** Calls back on every change, made in this tab or another. */
export const onEndChange = stored.onChange;
