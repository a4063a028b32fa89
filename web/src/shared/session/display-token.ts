import { withBasePath } from '../address/base-path.ts';
import type { Credentials } from './credentials.ts';

/**
 * Reads the token of a display from a URL such as `/dashboard#display=database.token`. Browsers do not send the
 * fragment, so the token is not logged.
 */
export function readDisplayToken(hash: string): Credentials | null {
  const text = new URLSearchParams(hash.slice(1)).get('display');
  const end = text?.lastIndexOf('.') ?? -1;
  if (text === null || end < 1 || end === text.length - 1) return null;
  return { databaseName: text.slice(0, end), sessionId: text.slice(end + 1) };
}

/** Whether the page is shown on an unattended display. */
export const isDisplay = (): boolean => readDisplayToken(window.location.hash) !== null;

/** The URL that opens a display. */
export const displayAddress = ({ databaseName, sessionId }: Credentials): string =>
  `${window.location.origin}${withBasePath('/dashboard')}#${new URLSearchParams({ display: `${databaseName}.${sessionId}` })}`;
