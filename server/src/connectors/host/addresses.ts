import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ConnectorFailure } from '../connector.ts';

/** Addresses that no connection may reach: this machine, link-local addresses, and cloud metadata. */
const refused = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Metadata of Alibaba, Oracle and Azure; that of others is link-local.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const) {
  refused.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  // Metadata of Amazon and Google.
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['ff00::', 8],
] as const) {
  refused.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is local, link-local, cloud metadata, or not a host address. */
export function isRefused(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return refused.check(address, 'ipv4');
  if (family !== 6) return true;
  const inner = embeddedAddress(address);
  return refused.check(address.replace(/%.*$/, ''), 'ipv6') || (inner !== null && isRefused(inner));
}

/** Returns the IPv4 address in an IPv6 address (mapped, compatible, NAT64 or 6to4), or null. */
function embeddedAddress(address: string): string | null {
  const groups = splitGroups(address);
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const startsWith = (...start: number[]) => start.every((group, i) => groups[i] === group);
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0)) {
    return dotted(groups[6]!, groups[7]!);
  }
  if (startsWith(0, 0, 0, 0, 0, 0) || startsWith(0x64, 0xff9b)) return dotted(groups[6]!, groups[7]!);
  if (groups[0] === 0x2002) return dotted(groups[1]!, groups[2]!);
  return null;
}

/** The eight groups of an IPv6 address. */
function splitGroups(address: string): number[] {
  // URL normalizes the address to a form without dots.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [parse(head), parse(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

type LookUp = (host: string) => Promise<readonly { address: string }[]>;

const lookUpAll: LookUp = (host) => lookup(host, { all: true });

/**
 * Returns the address to connect to for a host. The caller must not resolve the host again, because another answer
 * could bypass the check.
 * @param allowsLocal whether all addresses are allowed
 * @throws ConnectorFailure `unreachable` for an unknown name; `refused`
 */
export async function resolveHost(
  host: string,
  allowsLocal: boolean,
  lookUp: LookUp = lookUpAll,
): Promise<string> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  let found: readonly { address: string }[];
  try {
    found = isIP(name) ? [{ address: name }] : await lookUp(name);
  } catch (error) {
    throw new ConnectorFailure('unreachable', `The host name ${name} could not be resolved.`, {
      cause: error,
    });
  }
  const allowed = found.find(({ address }) => allowsLocal || !isRefused(address));
  if (allowed) return allowed.address;
  if (found.length === 0) throw new ConnectorFailure('unreachable', `The host name ${name} has no address.`);
  throw new ConnectorFailure(
    'refused',
    `${name} is an address of this machine or its network link. Connections to it are blocked. Set CONNECT_LOCAL=on to allow them.`,
  );
}
