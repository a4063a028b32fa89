import { isIP } from 'node:net';
import type { Db } from '../../../platform/database/database.ts';
import { pageAddress } from '../../system/mail/service.ts';

/** The site at which passkeys are created and used (WebAuthn relying party). */
export interface RelyingParty {
  /** Scheme, host and port, as the browser signs it. */
  origin: string;
  /** Host name; a passkey works only for this host. */
  host: string;
}

/** Returns the only origin at which passkeys work, which is the public address; null if that does not use https. */
export async function getPasskeyOrigin(db: Db): Promise<string | null> {
  const address = relyingPartyAt(await pageAddress(db, '/'));
  return address?.origin.startsWith('https:') ? address.origin : null;
}

/** Returns the relying party of a request; null if browsers do not allow passkeys there. */
export async function getRelyingParty(db: Db, requestOrigin: string): Promise<RelyingParty | null> {
  return relyingPartyAt((await getPasskeyOrigin(db)) ?? requestOrigin);
}

/**
 * Returns the relying party at an address; null unless it is a secure context (https, or localhost) with a host name
 * that is not an IP address, as WebAuthn requires.
 */
export function relyingPartyAt(address: string): RelyingParty | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return null;
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? null : { origin, host: hostname };
}
