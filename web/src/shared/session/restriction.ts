/** Sessions that may do one thing only, such as setting up a required second factor, until it is done. */

const listeners = new Set<() => void>();

/** The ids of the errors by which the server says so. */
const errorIds = new Set(['second-factor-required', 'new-password-required']);

/** Notifies the session if the server refused a call for its restriction. */
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

/** Whether a page is for restricted sessions alone. */
export const isRestrictedPage = (path: string): boolean => path === newPasswordPath || path === enrolmentPath;

/** The one page that a session may open; null if it is not restricted. */
export function restrictedPath(session: { mustChangePassword: boolean; mustEnrol: boolean }): string | null {
  if (session.mustChangePassword) return newPasswordPath;
  return session.mustEnrol ? enrolmentPath : null;
}
