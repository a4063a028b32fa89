import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { maximumSource } from '@twinward/contracts/connections/intake';
import { type PlainTopic, parsePlainTopic } from '@twinward/domain/connections/plain-topic';
import { filtersOverlap } from '@twinward/domain/connections/topic-filter';
import { fileOf, secretOf, textOf, textsOf } from '../configured.ts';
import { type Configuration, refuseProblem } from '../connector.ts';
import type { LinkSettings } from '../link.ts';

export const fields: readonly ConfigurationField[] = [
  {
    name: 'url',
    label: 'Address',
    kind: 'address',
    isRequired: true,
    schemes: ['mqtt', 'mqtts', 'ws', 'wss'],
    example: 'mqtts://broker.plant:8883',
    help: 'Of the broker. mqtt and mqtts connect directly (ports 1883 and 8883 unless given), ws and wss by WebSocket, often with a path: wss://broker.plant/mqtt. mqtts and wss are encrypted.',
  },
  { name: 'user', label: 'User', kind: 'text', isRequired: false, help: 'Empty: sign in without a name.' },
  { name: 'password', label: 'Password', kind: 'secret', isRequired: false },
  {
    name: 'clientId',
    label: 'Client ID',
    kind: 'text',
    isRequired: false,
    help: 'The name by which the broker keeps messages while Twinward is away. No other client may use it. Empty: made once on the machine that runs the connection. Tests and browsing add a hyphen and four characters.',
  },
  {
    name: 'format',
    label: 'Messages',
    kind: 'choice',
    isRequired: true,
    initial: 'sparkplug',
    choices: [
      { value: 'sparkplug', label: 'Sparkplug B' },
      { value: 'plain', label: 'Plain topics: a number, or JSON' },
    ],
    help: 'Sparkplug B: all topics begin with spBv1.0, and names, types and times of the values are read from births. Plain topics: Topics says where the values stand.',
  },
  {
    name: 'groups',
    label: 'Sparkplug groups',
    kind: 'texts',
    isRequired: false,
    help: 'Group IDs whose nodes are read (spBv1.0/<group>/#). Empty: all groups.',
  },
  {
    name: 'rebirth',
    label: 'Request births',
    kind: 'boolean',
    isRequired: false,
    initial: false,
    help: 'Send the command Node Control/Rebirth to a Sparkplug node whose birth was not seen, or whose messages were lost. This is the only message that Twinward ever publishes. Off: values by alias are unknown until the node sends a birth by itself.',
  },
  {
    name: 'topics',
    label: 'Plain topics',
    kind: 'texts',
    isRequired: false,
    help: 'A topic filter each, with + and #. Alone: the message is a number. For JSON, the paths follow: plant/+/state | value=data.flow; value=data.level; time=ts; quality=q. A time is a text with a time zone, or s, ms, us or ns since 1970. quality is a word or code of OPC DA (0 bad, 64 uncertain, 192 good), status= a status code of OPC UA. Messages without a time get that of their arrival.',
  },
  {
    name: 'qos',
    label: 'Quality of service',
    kind: 'choice',
    isRequired: true,
    initial: '1',
    choices: [
      { value: '1', label: '1: at least once; the broker keeps messages while Twinward is away' },
      { value: '0', label: '0: at most once; what is sent meanwhile is lost' },
    ],
    help: 'The lower of this and the one that the publisher chose applies.',
  },
  {
    name: 'ca',
    label: 'CA certificates',
    kind: 'file',
    isRequired: false,
    help: 'PEM file of the CA that issued the certificate of the broker; then no other is accepted. Empty: the well-known CAs. A single certificate can be trusted after a test instead.',
  },
  {
    name: 'certificate',
    label: 'Client certificate',
    kind: 'file',
    isRequired: false,
    help: 'PFX file (.pfx, .p12) with private key, where the broker asks for one.',
  },
  {
    name: 'certificatePassword',
    label: 'Password of the client certificate',
    kind: 'secret',
    isRequired: false,
  },
  {
    name: 'serverName',
    label: 'Name in the certificate',
    kind: 'text',
    isRequired: false,
    help: 'Where the certificate of the broker names another host than its address. Empty: the host of the address.',
  },
];

const ports: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };

export interface Settings extends LinkSettings {
  isEncrypted: boolean;
  /** Path of the WebSocket; null: a direct connection. */
  path: string | null;
  user: string | null;
  password: string | null;
  /** Null: made once. */
  clientId: string | null;
  format: 'sparkplug' | 'plain';
  groups: string[];
  rebirth: boolean;
  topics: PlainTopic[];
  qos: 0 | 1;
}

function parseAddress(value: unknown): URL | null {
  const text = textOf(value);
  const url = text === null || !URL.canParse(text) ? null : new URL(text);
  return url && ports[url.protocol] !== undefined && url.hostname !== '' ? url : null;
}

export function problemsOf(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const url = parseAddress(configuration.url);
  if (!url)
    problems.push({ path: 'url', message: 'Please enter an address such as mqtts://broker.plant:8883.' });
  if (configuration.password && !textOf(configuration.user)) {
    problems.push({ path: 'user', message: 'Please enter the user that the password is of.' });
  }
  const clientId = textOf(configuration.clientId);
  if (clientId !== null && !/^[\x21-\x7e]{1,100}$/.test(clientId)) {
    problems.push({
      path: 'clientId',
      message: 'Please enter at most 100 letters, digits and signs, without spaces.',
    });
  }
  const ca = fileOf(configuration.ca);
  if (ca && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    problems.push({
      path: 'ca',
      message: 'Please choose a PEM file: it has lines -----BEGIN CERTIFICATE-----.',
    });
  }
  if (configuration.format === 'plain') problems.push(...problemsOfTopics(textsOf(configuration.topics)));
  for (const group of textsOf(configuration.groups)) {
    if (/[/+#]/.test(group)) {
      problems.push({ path: 'groups', message: `'${group}' is no group ID: it has no '/', '+' or '#'.` });
    }
  }
  return problems;
}

function problemsOfTopics(lines: string[]): { path: string; message: string }[] {
  const path = 'topics';
  if (lines.length === 0) return [{ path, message: 'Please enter at least one topic filter.' }];
  const rules = lines.map(parsePlainTopic);
  const problems = rules.flatMap((rule, at) =>
    typeof rule === 'string' ? [{ path, message: `Line ${at + 1}: ${rule}` }] : [],
  );
  // Brokers may send a message once for each filter that covers it.
  for (const [at, rule] of rules.entries()) {
    const before = rules.findIndex(
      (other, index) =>
        index < at &&
        typeof rule !== 'string' &&
        typeof other !== 'string' &&
        filtersOverlap(rule.filter, other.filter),
    );
    if (before >= 0)
      problems.push({ path, message: `Lines ${before + 1} and ${at + 1} cover the same topics.` });
  }
  return problems;
}

export function addressOf(configuration: Configuration): string | null {
  const url = parseAddress(configuration.url);
  if (!url) return textOf(configuration.url);
  return `${url.protocol}//${url.hostname}:${url.port || ports[url.protocol]}${url.pathname}`;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function readSettings(configuration: Configuration): Settings {
  refuseProblem(problemsOf(configuration));
  const url = parseAddress(configuration.url)!;
  const isPlain = configuration.format === 'plain';
  return {
    peer: 'broker',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || ports[url.protocol]),
    isEncrypted: url.protocol === 'mqtts:' || url.protocol === 'wss:',
    path: url.protocol.startsWith('ws') ? `${url.pathname || '/'}${url.search}` : null,
    user: textOf(configuration.user),
    password: secretOf(configuration.password),
    clientId: textOf(configuration.clientId),
    ca: fileOf(configuration.ca),
    certificate: fileOf(configuration.certificate),
    certificatePassword: secretOf(configuration.certificatePassword),
    serverName: textOf(configuration.serverName),
    format: isPlain ? 'plain' : 'sparkplug',
    groups: textsOf(configuration.groups),
    rebirth: configuration.rebirth === true,
    topics: isPlain ? textsOf(configuration.topics).map((line) => parsePlainTopic(line) as PlainTopic) : [],
    qos: String(configuration.qos) === '0' ? 0 : 1,
  };
}

export const filtersOf = (settings: Settings): string[] =>
  settings.format === 'plain'
    ? settings.topics.map((topic) => topic.filter)
    : settings.groups.length > 0
      ? settings.groups.map((group) => `spBv1.0/${group}/#`)
      : ['spBv1.0/#'];

/** Longer names can't be sources of tags. */
export const isPossibleSource = (source: string): boolean => source.length <= maximumSource;
