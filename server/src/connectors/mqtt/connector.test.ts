import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Configuration, type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { certificateFile } from '../testing/certificates.ts';
import { toPage } from './browse.ts';
import connector from './connector.ts';
import { listen, type SeenSource } from './listen.ts';
import { roles } from './roles.ts';
import { type BrokerOptions, TestBroker } from './testing/broker.ts';
import { makeCall, Recording, removeDirectories } from './testing/recording.ts';
import { SparkplugNode } from './testing/sparkplug-node.ts';

const account = { user: 'reader', password: 'let me read' };
const base64 = (name: string) => certificateFile(name).toString('base64');
const fingerprint = /^[0-9a-f]{64}$/;

let open: TestBroker;
let closed: TestBroker;
let encrypted: TestBroker;
let mutual: TestBroker;
let publisher: MqttClient;

beforeAll(async () => {
  [open, closed, encrypted, mutual] = await Promise.all([
    TestBroker.start(),
    TestBroker.start({ account, forbidden: 'secret/#' }),
    TestBroker.start({ tls: 'server' }),
    TestBroker.start({ tls: 'client' }),
  ]);
  publisher = await connectAsync(open.url, { clientId: 'publisher' });
  await publisher.publishAsync('hall/1/temperature', '21.5', { retain: true });
  await publisher.publishAsync('hall/1/note', 'warm', { retain: true });
});
afterAll(async () => {
  await publisher.endAsync(true);
  for (const broker of [open, closed, encrypted, mutual]) await broker.close();
  removeDirectories();
});

const plain = (url: string, over: Configuration = {}) => ({
  url,
  format: 'plain',
  topics: ['hall/#'],
  qos: '1',
  ...over,
});

/** @param last the step after which the test stops */
async function steps(configuration: Configuration, over: Partial<ConnectorCall> = {}, last?: string) {
  const found = [];
  for await (const step of roles.test(makeCall(configuration, over))) {
    found.push(step);
    if (step.step === last) break;
  }
  return found;
}

/** The failure with which a connection ends. */
async function awaitFailure(configuration: Configuration, over: Partial<ConnectorCall> = {}) {
  const error = await new Recording(configuration, [], over).ended;
  expect(error).toBeInstanceOf(ConnectorFailure);
  const { kind, message } = error as ConnectorFailure;
  return `${kind}: ${message}`;
}

describe('configuration', () => {
  it.each<[string, Configuration, string[]]>([
    ['Sparkplug', { url: 'mqtt://broker', format: 'sparkplug' }, []],
    [
      'no address',
      { format: 'sparkplug' },
      ['url: Please enter an address such as mqtts://broker.plant:8883.'],
    ],
    [
      'another protocol',
      { url: 'https://broker', format: 'sparkplug' },
      ['url: Please enter an address such as mqtts://broker.plant:8883.'],
    ],
    [
      'a password without a user',
      { url: 'mqtt://broker', password: 'word', format: 'sparkplug' },
      ['user: Please enter the user for this password.'],
    ],
    [
      'a group with a wildcard',
      { url: 'mqtt://broker', format: 'sparkplug', groups: ['plant/#'] },
      [`groups: 'plant/#' is not a group ID: '/', '+' and '#' are not allowed.`],
    ],
    [
      'no topics',
      { url: 'mqtt://broker', format: 'plain', topics: [] },
      ['topics: Please enter at least one topic filter.'],
    ],
    [
      'bad and overlapping topics',
      { url: 'mqtt://broker', format: 'plain', topics: ['a/+', 'b/#/c', 'a/b | value=v'] },
      [
        `topics: Line 2: '#' may only be the whole last level of a filter.`,
        'topics: Lines 1 and 3 cover the same topics.',
      ],
    ],
    [
      'a CA that is not a PEM file',
      { url: 'mqtts://broker', format: 'sparkplug', ca: 'AAAA' },
      ['ca: Please choose a PEM file. It contains lines -----BEGIN CERTIFICATE-----.'],
    ],
  ])('is checked: %s', (_, configuration, problems) => {
    expect(connector.check!(configuration).map(({ path, message }) => `${path}: ${message}`)).toEqual(
      problems,
    );
  });

  it.each([
    ['mqtt://broker', 'mqtt://broker:1883'],
    ['mqtts://broker', 'mqtts://broker:8883'],
    ['ws://broker/mqtt', 'ws://broker:80/mqtt'],
    ['wss://broker:444/', 'wss://broker:444/'],
    ['nonsense', 'nonsense'],
    ['', null],
  ])('connects %s to %s', (url, address) => {
    expect(connector.toAddress({ url })).toBe(address);
  });
});

describe('a test', () => {
  it('lists the passed steps', async () => {
    const found = await steps(plain(open.url));
    expect(found.map(({ step, state, message }) => `${step} ${state}: ${message}`)).toEqual([
      'resolve passed: 127.0.0.1 is 127.0.0.1.',
      `reach passed: Connected to port ${open.port}.`,
      'encrypt skipped: The address does not use encryption.',
      'sign-in passed: The broker accepted the sign-in.',
      expect.stringMatching(/^read passed: A message arrived on hall\/1\/(temperature|note)\.$/),
      'write skipped: Twinward never publishes.',
    ]);
  });

  it('reports that no message arrived', async () => {
    const controller = new AbortController();
    const testing = steps(plain(open.url, { topics: ['nobody/here'] }), { signal: controller.signal });
    await expect.poll(() => open.subscribed.flatMap(({ filters }) => filters)).toContain('nobody/here');
    // Aborts early instead of after five seconds.
    setTimeout(() => controller.abort(), 100);
    const found = await testing;
    expect(found[4]).toMatchObject({
      step: 'read',
      state: 'skipped',
      message: 'The subscription was accepted, but no message arrived on nobody/here within 5 seconds.',
    });
  });

  it.each<[string, () => Configuration, string]>([
    [
      'a wrong password',
      () => plain(closed.url, { ...account, password: 'guess' }),
      'sign-in: The broker refused user or password.',
    ],
    [
      'a user without permission to connect',
      () => plain(closed.url, { user: 'banned', password: 'x' }),
      'sign-in: The broker does not allow this user or client ID to connect.',
    ],
    [
      'topics that the user may not read',
      () => plain(closed.url, { ...account, topics: ['secret/#'] }),
      'read: The broker does not allow this user to read secret/#.',
    ],
    [
      'a certificate of an unknown CA',
      () => plain(encrypted.url),
      'encrypt: No known CA issued the certificate of the broker (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
    ],
    [
      'a certificate for another host',
      () => plain(encrypted.url, { ca: base64('ca.pem') }),
      'encrypt: The certificate of the broker is not for 127.0.0.1.',
    ],
    [
      'no client certificate',
      () => plain(mutual.url, { ca: base64('ca.pem'), serverName: 'broker.test' }),
      'sign-in: The broker does not accept the client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).',
    ],
    [
      'a wrong password of the client certificate',
      () => plain(mutual.url, { certificate: base64('client.pfx'), certificatePassword: 'guess' }),
      'encrypt: The password of the client certificate is wrong.',
    ],
    [
      'a client certificate that is not a PFX file',
      () => plain(mutual.url, { certificate: base64('ca.pem') }),
      'encrypt: The client certificate is not a readable PFX file. Old files (RC2, 3DES) must be exported again.',
    ],
  ])('stops at %s', async (_, configuration, expected) => {
    const last = (await steps(configuration())).at(-1)!;
    expect(last.state).toBe('failed');
    expect(`${last.step}: ${last.message}`).toBe(expected);
    expect(last.advice).not.toBe('');
  });

  it('offers to trust a certificate, and accepts it after it is trusted', async () => {
    const shown = (await steps(plain(encrypted.url))).at(-1)!.certificate!;
    expect(shown.fingerprint).toMatch(fingerprint);
    expect(shown).toMatchObject({ subject: 'CN=server.test', isTrusted: false });
    const trustedCertificates = [shown.fingerprint];
    const found = await steps(plain(encrypted.url), { trustedCertificates }, 'sign-in');
    expect(found[2]).toMatchObject({ step: 'encrypt', state: 'passed', certificate: { isTrusted: true } });
    expect(found[3]!.state).toBe('passed');
  });
});

describe('a connection', () => {
  it('connects to the resolved address, and checks the certificate against the host name', async () => {
    const url = `mqtts://broker.test:${mutual.port}`;
    const recording = new Recording(
      plain(url, {
        ca: base64('ca.pem'),
        certificate: base64('client.pfx'),
        certificatePassword: 'secret',
      }),
      [],
    );
    await recording.subscribed;
    expect(recording.call.resolved).toEqual(['broker.test']);
    const ends = ['server.pem', 'client.pem'].map(
      (name) => new X509Certificate(certificateFile(name)).validTo,
    );
    expect(recording.call.certificateEnds).toEqual(ends.map(Date.parse));
    await recording.stop();
  });

  it.each<[string, BrokerOptions]>([
    ['ws', { webSocket: true }],
    ['wss', { webSocket: true, tls: 'server' }],
  ])('reads by %s, from the checked address', async (_, options) => {
    const broker = await TestBroker.start(options);
    const url = broker.url.replace('127.0.0.1', 'broker.test');
    const recording = new Recording(plain(url, { ca: base64('ca.pem'), topics: ['a'] }), ['a']);
    await recording.subscribed;
    await broker.publish('a', '5');
    await expect.poll(() => recording.values).toMatchObject([{ source: 'a', value: 5 }]);
    await broker.stop();
    expect(await recording.ended).toMatchObject({ kind: 'unreachable' });
    expect(recording.call.resolved).toEqual(['broker.test']);
    await broker.close();
  });

  it.each<[string, () => Configuration, string]>([
    [
      'a wrong password',
      () => plain(closed.url, { ...account, password: 'guess' }),
      'signIn: The broker refused user or password.',
    ],
    [
      'an untrusted certificate',
      () => plain(encrypted.url),
      'untrusted: No known CA issued the certificate of the broker (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
    ],
    [
      'topics that may not be read',
      () => plain(closed.url, { ...account, topics: ['secret/#'] }),
      'refused: The broker does not allow this user to read secret/#.',
    ],
    [
      'nothing at the port',
      () => plain('mqtt://127.0.0.1:1'),
      'unreachable: Nothing listens at this address and port (ECONNREFUSED).',
    ],
    [
      'a port without TLS',
      () => plain(`mqtts://127.0.0.1:${open.port}`),
      expect.stringMatching(/^(protocol|unreachable): /) as unknown as string,
    ],
    [
      'an invalid configuration',
      () => ({ url: 'x' }),
      expect.stringMatching(/^refused: url: /) as unknown as string,
    ],
  ])('fails for %s', async (_, configuration, expected) => {
    expect(await awaitFailure(configuration())).toEqual(expected);
  });

  it('fails for a server that is not MQTT, and for a rejected address', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await awaitFailure(plain(`mqtt://127.0.0.1:${port}`))).toMatch(/^(protocol|unreachable): /);
    expect(await awaitFailure(plain(`ws://127.0.0.1:${port}/mqtt`))).toBe(
      'protocol: There is no WebSocket at this path: HTTP 400.',
    );
    server.close();
    const refusal = new ConnectorFailure('refused', 'Local addresses are not allowed.');
    const addresses = { resolve: () => Promise.reject(refusal) };
    expect(await awaitFailure(plain(open.url), { addresses })).toBe(
      'refused: Local addresses are not allowed.',
    );
  });

  it('never logs a secret', async () => {
    const configuration = plain(closed.url, { ...account, password: 'guess me not' });
    const recording = new Recording(configuration, []);
    const error = (await recording.ended) as Error;
    expect(`${recording.call.logged} ${error.message} ${error.stack}`).not.toContain('guess me not');
  });
});

describe('browse', () => {
  it('lists the values of plain topics, also retained ones, and reports topics without values', async () => {
    const seen = await listen(makeCall(plain(open.url)), 5000, (points) => points.size > 0);
    expect(seen.find(({ source }) => source === 'hall/1/temperature')).toMatchObject({
      name: 'temperature',
      isReadable: true,
      point: { value: 21.5 },
    });
  });

  it('lists the births that the running connection received', async () => {
    const configuration = { url: open.url, format: 'sparkplug', groups: ['plant'], qos: '1' };
    const recording = new Recording(configuration, ['plant/press//Load']);
    await recording.subscribed;
    const node = await SparkplugNode.start(open.url, 'press');
    await node.birth([
      {
        name: 'Load',
        alias: 1,
        datatype: 10,
        double: 1.5,
        properties: { keys: ['engUnit'], values: [{ string: 'kN' }] },
      },
      { name: 'Operator', datatype: 12 },
    ]);
    await expect.poll(() => recording.values).toHaveLength(1);
    await recording.stop();
    await node.end();
    const seen = await listen(makeCall(configuration, { directory: recording.call.directory }), 50);
    expect(seen.map(({ source, unit, isReadable }) => ({ source, unit, isReadable }))).toEqual([
      { source: 'plant/press//Load', unit: 'kN', isReadable: true },
      { source: 'plant/press//Operator', unit: null, isReadable: false },
    ]);
  });

  it('previews the latest values', async () => {
    const values = await roles.preview!(makeCall(plain(open.url)), ['hall/1/temperature']);
    expect(values.map((value) => value?.value)).toEqual([21.5]);
  });

  const seen: SeenSource[] = ['b/x', 'a/2/t', 'a/10/t', 'a/2/s#v/w', 'a', 'g/n//m'].map((source) => ({
    source,
    name: source,
    description: '',
    unit: null,
    isReadable: true,
    point: null,
  }));
  const root = { parent: null, search: '', after: null };

  it.each<[string, typeof root | { parent: string }, string[]]>([
    ['the root', root, ['a folder', 'b folder', 'g folder']],
    ['a folder, numbers by size', { parent: 'a' }, ['2 folder', '10 folder']],
    ['sources, paths as one', { parent: 'a/2' }, ['s#v/w leaf', 't leaf']],
    ['the own metrics of a node', { parent: 'g/n' }, ['(own metrics) folder']],
    ['a metric of a node', { parent: 'g/n/' }, ['m leaf']],
    ['a search', { search: '/t A' } as never, ['a/2/t leaf', 'a/10/t leaf']],
  ])('lists %s', (_, page, expected) => {
    const { nodes, next } = toPage(seen, { ...root, ...page });
    expect(nodes.map(({ name, isFolder }) => `${name} ${isFolder ? 'folder' : 'leaf'}`)).toEqual(expected);
    expect(next).toBeNull();
  });

  it('continues after a page', () => {
    const many = Array.from({ length: 1200 }, (_, at) => ({ ...seen[0]!, source: `s${at}`, name: `s${at}` }));
    const names: string[] = [];
    let after: string | null = null;
    do {
      const page = toPage(many, { ...root, after });
      names.push(...page.nodes.map(({ name }) => name));
      after = page.next;
    } while (after !== null);
    expect(names).toEqual(many.map(({ name }) => name));
  });
});

it('publishes nothing', () => {
  const ours = [open, closed, encrypted, mutual].flatMap(({ published }) =>
    published.filter(({ client }) => client.startsWith('twinward')),
  );
  expect(ours).toEqual([]);
});
