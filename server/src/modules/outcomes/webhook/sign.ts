import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of Standard Webhooks, version 1: HMAC-SHA256 of id, time and body. */

const prefix = 'whsec_';

/** Returns a secret of 256 random bits, in the format of Standard Webhooks. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/**
 * Returns the headers of a message.
 * @param time epoch milliseconds
 * @param secrets secrets to sign with, one signature each
 */
export function signedHeaders(
  { messageId, body }: { messageId: string; body: string },
  time: number,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(time / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
