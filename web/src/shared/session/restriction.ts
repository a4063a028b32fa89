/** Restricted sessions, which must first complete one step, such as setting up a required second factor. */

const listeners = new Set<() => void>();

/** The error ids for calls of restricted sessions. */
const errorIds = new Set(['second-factor-required', 'new-password-required']);

/** Notifies listeners if the server rejected a call because the session is restricted. */
export function recordRestriction(errorId: string | undefined): void {
  if (errorIds.has(errorId ?? '')) for (const listener of listeners) listener();
}

/** @returns a function to unsubscribe */
export function onRestriction(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const newPasswordPath = '/new-password';
const enrolmentPath = '/second-factor';

/** Whether a page is only for restricted sessions. */
export const isRestrictedPage = (path: string): boolean => path === newPasswordPath || path === enrolmentPath;

/** The only page that a restricted session may open; null if it is not restricted. */
export function restrictedPath(session: { mustChangePassword: boolean; mustEnrol: boolean }): string | null {
  if (session.mustChangePassword) return newPasswordPath;
  return session.mustEnrol ? enrolmentPath : null;
}
