import { BlockList, isIP } from 'node:net';

/** The settings of the web server that face the network. */
export interface HttpConfig {
  /** Addresses and networks (CIDR) of the proxies whose forwarding headers are trusted. */
  trustedProxies: readonly string[];
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[];
  /** Path under which the product is served, `/` or as `/twin/`. */
  basePath: string;
  /**
   * Whether users always reach the product over https: HSTS is then sent with every response; `subdomains` includes the
   * names below its host name.
   */
  https: 'off' | 'on' | 'subdomains';
  /** Maximum number of open connections; further ones are closed at once. */
  maximumConnections: number;
  /** Maximum number of connections, and of requests in flight, per address that is not a trusted proxy. */
  maximumConnectionsPerAddress: number;
  /** Token required by `/metrics`; null when no token is required. */
  metricsToken: string | null;
  /** Separate port for `/metrics`; null to serve it on the product's port. */
  metricsPort: number | null;
}

/** Reads one variable; the parser throws an Error whose message follows the variable's name. */
export type ReadSetting = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

export function readHttpConfig(read: ReadSetting, parsers: Parsers): HttpConfig {
  return {
    trustedProxies: read('TRUSTED_PROXIES', ['127.0.0.0/8', '::1'], parseProxies),
    corsOrigins: read<readonly string[]>('CORS_ORIGINS', [], parseOrigins),
    basePath: read('BASE_PATH', '/', parseBasePath),
    https: read<HttpConfig['https']>('HTTPS', 'off', parseHttps),
    maximumConnections: read('MAX_CONNECTIONS', 2000, parseCount),
    maximumConnectionsPerAddress: read('MAX_CONNECTIONS_PER_ADDRESS', 256, parseCount),
    metricsToken: read('METRICS_TOKEN', null, parseToken),
    metricsPort: read<number | null>('METRICS_PORT', null, parsers.parsePort),
  };
}

interface Parsers {
  parsePort: (text: string) => number;
}

/** Returns a test for whether an address is a trusted proxy. */
export function createProxyTest(trustedProxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function parseHttps(text: string): HttpConfig['https'] {
  if (text === 'off' || text === 'on' || text === 'subdomains') return text;
  throw new Error(`is '${text}': it must be on, subdomains or off`);
}

/** With a slash at both ends; it is inserted into pages unchanged. */
function parseBasePath(text: string): string {
  if (!/^\/?([\w~.-]+\/)*[\w~.-]+\/?$|^\/$/.test(text) || /(^|\/)\.\.?(\/|$)/.test(text))
    throw new Error(`is '${text}': it must be the path of an address, such as /twin/`);
  return `/${text}/`.replace(/\/+/g, '/');
}

function parseOrigins(text: string): string[] {
  const origins = text.split(',').map((entry) => entry.trim());
  const isOrigin = (entry: string) =>
    URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry;
  if (origins.every(isOrigin)) return origins;
  throw new Error(
    `is '${text}': it must be origins with commas between, such as https://portal.plant.example,http://10.0.0.5:3000`,
  );
}

function parseProxies(text: string): string[] {
  if (text === 'none') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every(isNetwork)) {
    throw new Error(
      `is '${text}': it must be none, or addresses and networks with commas between, such as 10.0.0.5,10.1.0.0/16,::1`,
    );
  }
  return entries;
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new Error(`is '${text}': it must be a whole number from 1 to 999999`);
  }
  return Number(text);
}

function parseToken(text: string): string {
  // A mistyped token is still a secret, so it is not repeated.
  if (!/^[\x21-\x7e]{16,200}$/.test(text)) {
    throw new Error('must have 16 to 200 characters without blanks, as from: openssl rand -hex 32');
  }
  return text;
}
