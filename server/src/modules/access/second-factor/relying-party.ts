import { isIP } from 'node:net';
import type { Db } from '../../../platform/database/database.ts';
import { pageAddress } from '../../system/mail/service.ts';

/** Where passkeys are made and used (WebAuthn: the relying party). */
export interface RelyingParty {
  /** Scheme, host and port, as the browser signs it. */
  origin: string;
  /** Host name; a passkey works for this alone. */
  host: string;
}

/** The one origin at which passkeys work: that of the public address, where it has https. */
export async function getPasskeyOrigin(db: Db): Promise<string | null> {
  const address = relyingPartyAt(await pageAddress(db, '/'));
  return address?.origin.startsWith('https:') ? address.origin : null;
}

/** Where passkeys of a request are used; null where the browser refuses them. */
export async function getRelyingParty(db: Db, requestOrigin: string): Promise<RelyingParty | null> {
  return relyingPartyAt((await getPasskeyOrigin(db)) ?? requestOrigin);
}

/** WebAuthn asks for a secure context (https, or localhost) and a host that is a name. */
export function relyingPartyAt(address: string): RelyingParty | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return null;
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? null : { origin, host: hostname };
}
