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

/** The only origin at which passkeys work: that of the public address, if it uses https. */
export async function getPasskeyOrigin(db: Db): Promise<string | null> {
  const address = relyingPartyAt(await pageAddress(db, '/'));
  return address?.origin.startsWith('https:') ? address.origin : null;
}

/** The relying party of a request; null where browsers do not allow passkeys. */
export async function getRelyingParty(db: Db, requestOrigin: string): Promise<RelyingParty | null> {
  return relyingPartyAt((await getPasskeyOrigin(db)) ?? requestOrigin);
}

/** WebAuthn requires a secure context (https, or localhost) and a host name that is not an IP address. */
export function relyingPartyAt(address: string): RelyingParty | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return null;
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? null : { origin, host: hostname };
}
