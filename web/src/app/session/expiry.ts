/**
 * When the session ends unless it is kept alive: by this computer's clock, which need not agree with the
 * server's. Kept in local storage, so that a session kept alive in one tab is so in all.
 */

const key = 'twinward.session.end';
const listeners = new Set<() => void>();

/** @param timeLeft milliseconds, as the server counts them */
export function noteTimeLeft(sessionId: string, timeLeft: number): void {
  localStorage.setItem(key, JSON.stringify([sessionId, Date.now() + timeLeft]));
  for (const listener of listeners) listener();
}

/** Epoch milliseconds; null where it is not known of this session. */
export function readEnd(sessionId: string): number | null {
  try {
    const [noted, end] = JSON.parse(localStorage.getItem(key) ?? '[]') as [unknown, unknown];
    return noted === sessionId && typeof end === 'number' ? end : null;
  } catch {
    return null;
  }
}

/** Calls back on every change, made in this tab or another. */
export function onEndChange(listener: () => void): () => void {
  const fromAnotherTab = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromAnotherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromAnotherTab);
  };
}
