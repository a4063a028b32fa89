import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type LogLevel, logLevels, withoutPasswords } from '../process/log.ts';
import { StartError } from '../process/start-error.ts';
import { type HttpConfig, readHttpConfig } from './http-config.ts';
import { isKey } from './secret-key.ts';

/** The validated settings of one process. */
export interface Config {
  /** Port of the web server; 0 picks a free port. */
  port: number;
  /** Address or host name to listen on. */
  host: string;
  /** Absolute path of the folder for all data on this machine. */
  dataDirectory: string;
  /** URL of the catalogue's database on an external PostgreSQL; null to use the embedded one. */
  databaseUrl: string | null;
  /** URL of the same database for the role that owns it; null if the role of `databaseUrl` is the owner. */
  databaseOwnerUrl: string | null;
  /** Folder of the programs of the PostgreSQL to start, or `bundled`; null to search for one. */
  postgresPrograms: string | null;
  /** Initial password of the administrator; null to generate one. */
  adminPassword: string | null;
  /** Name of the administrator on creation. */
  adminName: string;
  /** Whether the first sign-in of the administrator must change the password. */
  adminPasswordTemporary: boolean;
  /** Path of a file of breached passwords, which are rejected as new passwords; null for none. */
  breachedPasswords: string | null;
  /**
   * Key that encrypts secrets in the databases, 64 hexadecimal digits; null to use the key file in the data
   * folder.
   */
  secretKey: string | null;
  /** The previous key, after it was replaced: what was encrypted with it is encrypted again at the start. */
  previousSecretKey: string | null;
  logLevel: LogLevel;
  /**
   * Whether the tenant `demo` is filled with demo data, and whether these are replayed in real time or stay as
   * recorded.
   */
  demo: 'on' | 'recorded' | 'off';
  /**
   * Whether the customer hosts the product: users then get help from their own organization, and the support page is
   * hidden.
   */
  onPremise: boolean;
  /** Whether connections may reach this machine and its link-local network. */
  connectLocal: boolean;
  http: HttpConfig;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads and validates the settings from the environment; an empty variable counts as unset.
 * @throws StartError with a line for every invalid variable: its value (never a secret) and the valid values.
 */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  function read<T>(name: string, fallback: T, parse: (text: string) => T): T {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return fallback;
    }
  }
  const config: Config = {
    port: read('PORT', 8080, parsePort),
    host: read('HOST', '127.0.0.1', parseHost),
    dataDirectory: read('DATA_DIR', resolve('data'), parsePath('a folder')),
    databaseUrl: read('DATABASE_URL', null, parseDatabaseUrl),
    databaseOwnerUrl: read('DATABASE_OWNER_URL', null, parseDatabaseUrl),
    postgresPrograms: read('PG_BIN', null, parsePrograms),
    adminPassword: read('ADMIN_PASSWORD', null, parsePassword),
    adminName: read('ADMIN_NAME', 'admin', parseName),
    adminPasswordTemporary: read('ADMIN_PASSWORD_TEMPORARY', false, parseSwitch),
    breachedPasswords: read('BREACHED_PASSWORDS', null, parsePath('a file')),
    secretKey: read('SECRET_KEY', null, parseSecretKey),
    previousSecretKey: read('PREVIOUS_SECRET_KEY', null, parseSecretKey),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel),
    demo: read('DEMO', 'on', parseDemo),
    onPremise: read('ON_PREMISE', true, parseSwitch),
    connectLocal: read('CONNECT_LOCAL', false, parseSwitch),
    http: readHttpConfig(read, { parsePort }),
  };
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseOwnerUrl !== null && !isSameDatabase(databaseUrl, databaseOwnerUrl)) {
    problems.push(
      'DATABASE_OWNER_URL must name the database of DATABASE_URL, on the same server, for another user',
    );
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return config;
}

function wrong(text: string, right: string): Error {
  return new Error(`is '${text}': ${right}`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw wrong(text, 'it must be a whole number from 0 to 65535, such as 8080 (0 takes any free port)');
  }
  return port;
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

function parseHost(text: string): string {
  const mistyped = /^[\d.]+$/.test(text);
  if (isIP(text) === 0 && (mistyped || !hostName.test(text))) {
    throw wrong(
      text,
      'it must be an address or a host name to listen on, such as 127.0.0.1 (this machine only) or 0.0.0.0 (all)',
    );
  }
  return text;
}

function parsePath(what: string): (text: string) => string {
  return (text) => {
    if (text.includes('\0')) throw wrong(text.replaceAll('\0', '\\0'), `it must be the path of ${what}`);
    return resolve(text);
  };
}

const parsePrograms = (text: string): string =>
  text === 'bundled' ? text : parsePath('a folder of programs of PostgreSQL')(text);

function isSameDatabase(url: string | null, other: string): boolean {
  if (url === null) return false;
  const [first, second] = [new URL(url), new URL(other)];
  return first.host === second.host && first.pathname === second.pathname;
}

function parseDatabaseUrl(text: string): string {
  const right = 'it must be a URL such as postgres://user:password@host:5432/twinward';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // A URL that cannot be parsed can't be masked reliably, so it is not repeated.
    throw new Error(`is no URL: ${right}`);
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw wrong(withoutPasswords(text), right);
  }
  if (url.pathname.length < 2) {
    throw wrong(withoutPasswords(text), `it names no database; ${right}`);
  }
  return text;
}

function parsePassword(text: string): string {
  const kinds = [/.{8}/, /[A-Za-z]/, /[0-9]/, /[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?]/];
  if (!kinds.every((kind) => kind.test(text))) {
    throw new Error(
      'must have at least 8 characters: letters, numbers, and special characters such as ! or -',
    );
  }
  return text;
}

function parseName(text: string): string {
  if (!/^[\w.@-]{1,100}$/.test(text)) {
    throw wrong(text, 'it must have 1 to 100 letters, digits, dots, hyphens, @ or _');
  }
  return text;
}

function parseSecretKey(text: string): string {
  // A mistyped key is still a secret, so it is not repeated.
  if (!isKey(text)) throw new Error('must be 64 hexadecimal digits, as from: openssl rand -hex 32');
  return text;
}

function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text);
  if (!level) throw wrong(text, `it must be one of ${logLevels.join(', ')}`);
  return level;
}

function parseDemo(text: string): Config['demo'] {
  if (text !== 'on' && text !== 'recorded' && text !== 'off')
    throw wrong(text, 'it must be on, recorded or off');
  return text;
}

function parseSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw wrong(text, 'it must be on or off');
  return text === 'on';
}
