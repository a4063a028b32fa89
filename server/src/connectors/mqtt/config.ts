import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { maximumSource } from '@twinward/contracts/connections/intake';
import { type PlainTopic, parsePlainTopic } from '@twinward/domain/connections/plain-topic';
import { filtersOverlap } from '@twinward/domain/connections/topic-filter';
import { decodeFile, readSecret, readText, readTexts } from '../configured.ts';
import { type Configuration, refuseProblem } from '../connector.ts';
import type { LinkSettings } from '../link.ts';
import { field, transportFields } from '../shared-fields.ts';

export const fields: readonly ConfigurationField[] = [
  field(
    'address',
    'url',
    'Address',
    'Address of the broker. mqtt and mqtts connect directly (default ports 1883 and 8883); ws and wss use WebSocket, often with a path: wss://broker.plant/mqtt. mqtts and wss are encrypted.',
    { isRequired: true, schemes: ['mqtt', 'mqtts', 'ws', 'wss'], example: 'mqtts://broker.plant:8883' },
  ),
  field('text', 'user', 'User', 'Leave empty to sign in without a user.'),
  field('secret', 'password', 'Password'),
  field(
    'text',
    'clientId',
    'Client ID',
    'Name under which the broker keeps messages while Twinward is disconnected. It must be unique. Leave empty to generate one on the machine that runs the connection. Tests and browsing add a hyphen and four characters.',
  ),
  field(
    'choice',
    'format',
    'Messages',
    'Sparkplug B: all topics begin with spBv1.0; names, types and times of values come from births. Plain topics: define the position of the values under Topics.',
    {
      isRequired: true,
      initial: 'sparkplug',
      choices: [
        { value: 'sparkplug', label: 'Sparkplug B' },
        { value: 'plain', label: 'Plain topics: a number, or JSON' },
      ],
    },
  ),
  field(
    'texts',
    'groups',
    'Sparkplug groups',
    'Group IDs whose nodes are read (spBv1.0/<group>/#). Leave empty for all groups.',
  ),
  field(
    'boolean',
    'rebirth',
    'Request births',
    'Sends the command Node Control/Rebirth to a Sparkplug node if its birth was not seen or messages were lost. This is the only message that Twinward publishes. If off, values with an alias stay unknown until the node sends its next birth.',
    { initial: false },
  ),
  field(
    'texts',
    'topics',
    'Plain topics',
    'One topic filter per line, with + and #. A filter alone means that the message is a number. For JSON, add the paths: plant/+/state | value=data.flow; value=data.level; time=ts; quality=q. A time is a text with a time zone, or s, ms, us or ns since 1970. quality is a word or code of OPC DA (0 bad, 64 uncertain, 192 good), status= a status code of OPC UA. Messages without a time get their arrival time.',
  ),
  field(
    'choice',
    'qos',
    'Quality of service',
    'The lower value of this setting and the publisher’s setting applies.',
    {
      isRequired: true,
      initial: '1',
      choices: [
        { value: '1', label: '1: at least once; the broker keeps messages while Twinward is disconnected' },
        { value: '0', label: '0: at most once; messages are lost while Twinward is disconnected' },
      ],
    },
  ),
  ...transportFields('broker'),
];

const ports: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };

export interface Settings extends LinkSettings {
  isEncrypted: boolean;
  /** Path of the WebSocket. Null for a direct connection. */
  path: string | null;
  user: string | null;
  password: string | null;
  /** Null to generate it once. */
  clientId: string | null;
  format: 'sparkplug' | 'plain';
  groups: string[];
  rebirth: boolean;
  topics: PlainTopic[];
  qos: 0 | 1;
}

function parseAddress(value: unknown): URL | null {
  const text = readText(value);
  const url = text === null || !URL.canParse(text) ? null : new URL(text);
  return url && ports[url.protocol] !== undefined && url.hostname !== '' ? url : null;
}

export function findProblems(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const url = parseAddress(configuration.url);
  if (!url)
    problems.push({ path: 'url', message: 'Please enter an address such as mqtts://broker.plant:8883.' });
  if (configuration.password && !readText(configuration.user)) {
    problems.push({ path: 'user', message: 'Please enter the user for this password.' });
  }
  const clientId = readText(configuration.clientId);
  if (clientId !== null && !/^[\x21-\x7e]{1,100}$/.test(clientId)) {
    problems.push({
      path: 'clientId',
      message: 'Please enter at most 100 letters, digits and signs, without spaces.',
    });
  }
  const ca = decodeFile(configuration.ca);
  if (ca && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    problems.push({
      path: 'ca',
      message: 'Please choose a PEM file. It contains lines -----BEGIN CERTIFICATE-----.',
    });
  }
  if (configuration.format === 'plain') problems.push(...problemsOfTopics(readTexts(configuration.topics)));
  for (const group of readTexts(configuration.groups)) {
    if (/[/+#]/.test(group)) {
      problems.push({
        path: 'groups',
        message: `'${group}' is not a group ID: '/', '+' and '#' are not allowed.`,
      });
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

export function toAddress(configuration: Configuration): string | null {
  const url = parseAddress(configuration.url);
  if (!url) return readText(configuration.url);
  return `${url.protocol}//${url.hostname}:${url.port || ports[url.protocol]}${url.pathname}`;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function readSettings(configuration: Configuration): Settings {
  refuseProblem(findProblems(configuration));
  const url = parseAddress(configuration.url)!;
  const isPlain = configuration.format === 'plain';
  return {
    peer: 'broker',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || ports[url.protocol]),
    isEncrypted: url.protocol === 'mqtts:' || url.protocol === 'wss:',
    path: url.protocol.startsWith('ws') ? `${url.pathname || '/'}${url.search}` : null,
    user: readText(configuration.user),
    password: readSecret(configuration.password),
    clientId: readText(configuration.clientId),
    ca: decodeFile(configuration.ca),
    certificate: decodeFile(configuration.certificate),
    certificatePassword: readSecret(configuration.certificatePassword),
    serverName: readText(configuration.serverName),
    format: isPlain ? 'plain' : 'sparkplug',
    groups: readTexts(configuration.groups),
    rebirth: configuration.rebirth === true,
    topics: isPlain ? readTexts(configuration.topics).map((line) => parsePlainTopic(line) as PlainTopic) : [],
    qos: String(configuration.qos) === '0' ? 0 : 1,
  };
}

export const toFilters = (settings: Settings): string[] =>
  settings.format === 'plain'
    ? settings.topics.map((topic) => topic.filter)
    : settings.groups.length > 0
      ? settings.groups.map((group) => `spBv1.0/${group}/#`)
      : ['spBv1.0/#'];

/** Longer names can't be sources of tags. */
export const isPossibleSource = (source: string): boolean => source.length <= maximumSource;
