import { withBasePath } from '../address/base-path.ts';
import type { Credentials } from './credentials.ts';

/**
 * The token of a display, in the address `/dashboard#display=database.token`: browsers send no fragment, so that no log
 * has it.
 */
export function readDisplayToken(hash: string): Credentials | null {
  const text = new URLSearchParams(hash.slice(1)).get('display');
  const end = text?.lastIndexOf('.') ?? -1;
  if (text === null || end < 1 || end === text.length - 1) return null;
  return { databaseName: text.slice(0, end), sessionId: text.slice(end + 1) };
}

/** Whether the page is a display on a wall, at which nobody sits. */
export const isDisplay = (): boolean => readDisplayToken(window.location.hash) !== null;

/** The address that opens a display. */
export const displayAddress = ({ databaseName, sessionId }: Credentials): string =>
  `${window.location.origin}${withBasePath('/dashboard')}#${new URLSearchParams({ display: `${databaseName}.${sessionId}` })}`;
