/** Tells the session that the server asks for a second factor before anything else. */

const listeners = new Set<() => void>();

export function noteEnrolmentDue(): void {
  for (const listener of listeners) listener();
}

/** @returns how to end that. */
export function onEnrolmentDue(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Where a second factor is set up. */
export const enrolmentPath = '/second-factor';
