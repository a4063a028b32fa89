import type { HttpConfig } from '../config/http-config.ts';

/** One year, in seconds: how long a browser uses only https (RFC 6797). */
const seconds = 365 * 24 * 3600;

/**
 * Returns the value of `Strict-Transport-Security`; null for a response without the header.
 * @param isHttps whether the request came over https, as far as is known.
 */
export function transportSecurity(https: HttpConfig['https'], isHttps: boolean): string | null {
  if (https === 'off' && !isHttps) return null;
  return `max-age=${seconds}${https === 'subdomains' ? '; includeSubDomains' : ''}`;
}
