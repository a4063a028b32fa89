import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import type { Configuration } from '../connector.ts';
import { field } from '../shared-fields.ts';

/** The configuration fields of a connection to an OPC UA server, and their parsed values. */

const securityModes = ['None', 'Sign', 'SignAndEncrypt'] as const;
export type SecurityModeName = (typeof securityModes)[number];

export const fields: readonly ConfigurationField[] = [
  field('address', 'url', 'Server address', 'Address with the path, if the server has one.', {
    isRequired: true,
    schemes: ['opc.tcp'],
    example: 'opc.tcp://plc.plant.example:4840',
  }),
  field(
    'choice',
    'securityMode',
    'Security',
    'The strongest policy that the server offers for this mode is used.',
    {
      isRequired: true,
      choices: [
        { value: 'None', label: 'None' },
        { value: 'Sign', label: 'Sign' },
        { value: 'SignAndEncrypt', label: 'Sign and encrypt' },
      ],
      initial: 'SignAndEncrypt',
    },
  ),
  field('text', 'user', 'User', 'Leave empty to sign in with a user certificate or anonymously.'),
  field('secret', 'password', 'Password'),
  field(
    'file',
    'certificate',
    'Certificate of the user',
    'PFX file with private key. The first test creates the certificate of Twinward itself.',
  ),
  field('secret', 'certificatePassword', 'Password of the certificate'),
  field('number', 'publishingInterval', 'Publishing interval (ms)', 'How often the server sends changes.', {
    isRequired: true,
    minimum: 50,
    // A server counts as lost after ten more seconds of silence.
    maximum: 10_000,
    initial: 1000,
  }),
  field(
    'number',
    'samplingInterval',
    'Sampling interval (ms)',
    'How often the server checks for changed values.',
    { isRequired: true, minimum: 0, maximum: 3_600_000, initial: 1000 },
  ),
  field(
    'number',
    'queueSize',
    'Queue size',
    'Number of changes per value that the server keeps until it sends them.',
    { isRequired: true, minimum: 1, maximum: 100_000, initial: 100 },
  ),
  field(
    'number',
    'deadband',
    'Deadband',
    'Changes up to this size are not sent, in the unit of the value. Enter 0 to send every change.',
    { isRequired: true, minimum: 0, initial: 0 },
  ),
];

export interface Settings {
  url: ServerUrl;
  securityMode: SecurityModeName;
  user: string;
  password: string;
  /** PFX, or null. */
  certificate: Buffer | null;
  certificatePassword: string;
  /** Milliseconds. */
  publishingInterval: number;
  /** Milliseconds. */
  samplingInterval: number;
  queueSize: number;
  deadband: number;
}

export interface ServerUrl {
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** With the leading slash. Empty without a path. */
  path: string;
}

const defaultPort = 4840;

export function parseUrl(text: string): ServerUrl | null {
  const rest = /^opc\.tcp:\/\/(.+)$/i.exec(text.trim())?.[1];
  // URL parses hosts and ports only for web schemes.
  if (rest === undefined || !URL.canParse(`http://${rest}`)) return null;
  const parsed = new URL(`http://${rest}`);
  if (parsed.username || parsed.password || parsed.search || parsed.hash) return null;
  // URL omits port 80, the default of http.
  const port = /^[^/]*:80(\/|$)/.test(rest) ? 80 : Number(parsed.port || defaultPort);
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port,
    path: parsed.pathname === '/' ? '' : parsed.pathname,
  };
}

export function writeUrl({ host, port, path }: ServerUrl): string {
  return `opc.tcp://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}

export function check(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (!parseUrl(toText(configuration.url)))
    problems.push({
      path: 'url',
      message: 'Please enter an address such as opc.tcp://plc.plant.example:4840.',
    });
  if (toText(configuration.user) && toText(configuration.certificate))
    problems.push({
      path: 'certificate',
      message: 'Please enter a user or a user certificate, not both.',
    });
  return problems;
}

export function toAddress(configuration: Configuration): string | null {
  const text = toText(configuration.url);
  const url = parseUrl(text);
  return url ? writeUrl(url) : text || null;
}

/** @throws Error for an address that `check` refuses */
export function toSettings(configuration: Configuration): Settings {
  const url = parseUrl(toText(configuration.url));
  if (!url) throw new Error('The address is not an OPC UA address.');
  const certificate = toText(configuration.certificate);
  return {
    url,
    securityMode: securityModes.find((mode) => mode === configuration.securityMode) ?? 'SignAndEncrypt',
    user: toText(configuration.user),
    password: toText(configuration.password),
    certificate: certificate ? Buffer.from(certificate, 'base64') : null,
    certificatePassword: toText(configuration.certificatePassword),
    publishingInterval: getNumber(configuration, 'publishingInterval'),
    samplingInterval: getNumber(configuration, 'samplingInterval'),
    queueSize: getNumber(configuration, 'queueSize'),
    deadband: getNumber(configuration, 'deadband'),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function getNumber(configuration: Configuration, name: string): number {
  const value = configuration[name];
  return typeof value === 'number' ? value : Number(fields.find((field) => field.name === name)?.initial);
}
