import { randomBytes } from 'node:crypto';
import { sessionHeaders } from '@twinward/contracts/access/session';

/** Name of the tenant that tests of the app sign in to. */
export const testTenant = 'test';

/** The headers of a session id of the test's tenant. */
export function toHeaders(sessionId: string, databaseName = testTenant): Record<string, string> {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return { [sessionHeaders.session]: encode(sessionId), [sessionHeaders.database]: encode(databaseName) };
}

/** A session id of the right form that nobody has. */
export function unknownSessionId(): string {
  return randomBytes(32).toString('base64url');
}
