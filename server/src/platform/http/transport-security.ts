import type { HttpConfig } from '../config/http-config.ts';

/** A year, in seconds: how long a browser uses only https (RFC 6797). */
const seconds = 365 * 24 * 3600;

/**
 * The value of `Strict-Transport-Security`; null where an answer has none.
 * @param isHttps whether the request came by https, as far as is known.
 */
export function transportSecurity(https: HttpConfig['https'], isHttps: boolean): string | null {
  if (https === 'off' && !isHttps) return null;
  return `max-age=${seconds}${https === 'subdomains' ? '; includeSubDomains' : ''}`;
}
