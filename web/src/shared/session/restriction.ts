/** Notifies the session that the server requires a second factor first. */

const listeners = new Set<() => void>();

export function noteEnrolmentDue(): void {
  for (const listener of listeners) listener();
}

/** @returns a function to unsubscribe */
export function onEnrolmentDue(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The page on which a second factor is set up. */
export const enrolmentPath = '/second-factor';
