import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PiServer } from '../../testing/connectors/pi/server.ts';
import { listWrites } from '../../testing/connectors/pi/writes.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { type ConnectorCall, NoHistory, type SourceValue, UnreadSources } from '../connector.ts';
import { makeCall } from '../testing/call.ts';
import { certificateFile } from '../testing/certificates.ts';
import { Recording, type RecordingOptions } from '../testing/recording.ts';
import { check } from './config.ts';
import { live } from './live.ts';
import { roles } from './roles.ts';

/** Against a simulated PI Web API. */

let server: PiServer;
let recordings: Recording[];
/** The calls of all tests of this file. */
const calls = new Set<string>();
const writes: string[] = [];

beforeEach(async () => {
  server = new PiServer();
  recordings = [];
  await server.start();
});
afterEach(async () => {
  await Promise.all(recordings.map((recording) => recording.stop()));
  await server.remove();
  for (const one of server.calls) calls.add(one);
  writes.push(...server.writes);
});

const configuration = (over: object = {}) => ({
  server: server.url,
  user: server.user,
  password: server.password,
  ...over,
});

const call = (over: object = {}): ConnectorCall => makeCall(configuration(over));

async function record(sources: readonly string[], over: object = {}, options: RecordingOptions = {}) {
  const recording = new Recording(roles, configuration(over), sources, options);
  recordings.push(recording);
  await recording.subscribed;
  return recording;
}

async function readHistory(asked: ConnectorCall, sources: readonly string[], from: number, to: number) {
  const blocks: SourceValue[][] = [];
  for await (const block of roles.history!(asked, sources, { from, to })) blocks.push(block);
  return { blocks, values: blocks.flat() };
}

const start = Date.parse('2024-05-01T00:00:00Z');

const steps = async (asked: ConnectorCall) => {
  const found = [];
  for await (const step of roles.test(asked)) found.push(step);
  return found;
};

describe('the test', () => {
  it('lists the passed steps', async () => {
    const found = await steps(call());
    expect(found.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'resolve passed',
      'reach passed',
      'encrypt skipped',
      'sign-in passed',
      'read passed',
      'write skipped',
    ]);
    expect(found[3]!.message).toBe('Signed in as PLANT\\twinward.');
    expect(found[4]!.message).toBe('PI Web API is running and reads PLANT.');
  });

  it('signs in with a token', async () => {
    const found = await steps(call({ user: '', password: '', token: server.token }));
    expect(found.at(-1)).toMatchObject({ step: 'write', state: 'skipped' });
  });

  it('stops at a rejected sign-in, and reports that Kerberos is not supported', async () => {
    const found = await steps(call({ password: 'wrong' }));
    expect(found.at(-1)).toMatchObject({ step: 'sign-in', state: 'failed' });
    expect(found.at(-1)!.message).toContain('401');
    expect(found.at(-1)!.advice).toContain('Kerberos is not supported');
  });

  it("reports the offset of the server's clock", async () => {
    server.ahead = 300_000;
    const found = await steps(call());
    expect(found[4]!.message).toMatch(/Its clock is (299|300|301) s ahead of Twinward\./);
  });

  it('reports another system if the response is not JSON', async () => {
    server.faults.push({ kind: 'not JSON', calls: /./, times: 1 });
    expect((await steps(call())).at(-1)).toMatchObject({
      step: 'sign-in',
      state: 'failed',
      message: 'The answer of the server is not JSON (text/html).',
    });
  });
});

it('rejects a contradictory configuration', () => {
  expect(check({ server: 'https://pi/piwebapi', user: 'a', token: 'b' })).toMatchObject([{ path: 'token' }]);
  expect(check({ server: 'https://pi/piwebapi', password: 'b' })).toMatchObject([{ path: 'user' }]);
  expect(check({ server: 'https://pi/piwebapi?x=1' })).toMatchObject([{ path: 'server' }]);
  expect(check({ server: 'https://pi/piwebapi', user: 'a', password: 'b' })).toEqual([]);
});

describe('browsing', () => {
  it('shows data servers, then points in pages, with units, descriptors and values', async () => {
    for (let i = 0; i < 120; i++)
      server.add(`P${String(i).padStart(3, '0')}`, { unit: 'bar', descriptor: `Pump ${i}` });
    server.add('Text', { type: 'String' });
    server.record('\\\\PLANT\\P000', 4.5, { time: start });
    const root = await roles.browse!(call(), { parent: null, search: '', after: null });
    expect(root).toMatchObject({ nodes: [{ name: 'PLANT', isFolder: true }], next: null });
    const parent = root.nodes[0]!.source;
    const first = await roles.browse!(call(), { parent, search: '', after: null });
    expect(first.nodes).toHaveLength(100);
    expect(first.nodes[0]).toEqual({
      source: '\\\\PLANT\\P000',
      name: 'P000',
      description: 'Pump 0',
      unit: 'bar',
      isFolder: false,
      isReadable: true,
      value: 4.5,
      time: '2024-05-01T00:00:00.000Z',
    });
    expect(first.nodes[1]).toMatchObject({ value: null });
    const second = await roles.browse!(call(), { parent, search: '', after: first.next });
    expect(second.nodes.map(({ name }) => name).slice(-2)).toEqual(['P119', 'Text']);
    expect(second.nodes.at(-1)).toMatchObject({ isReadable: false, value: null });
    expect(second.next).toBeNull();
  });

  it('searches the names of all data servers', async () => {
    for (const name of ['Reactor.Pressure', 'Reactor.Level', 'Pump.Pressure']) server.add(name);
    const found = await roles.browse!(call(), { parent: null, search: 'react press', after: null });
    expect(found.nodes.map(({ name }) => name)).toEqual(['Reactor.Pressure']);
  });
});

describe('values', () => {
  const bad = { value: null, quality: 'bad' };
  it.each([
    ['a number', 'Float64', 4.5, {}, { value: 4.5, quality: 'good' }],
    ['a questionable value', 'Float64', 4.5, { questionable: true }, { value: 4.5, quality: 'uncertain' }],
    ['a substituted value', 'Float64', 4.5, { substituted: true }, { value: 4.5, quality: 'uncertain' }],
    ['a value that is not good', 'Float64', 4.5, { good: false }, bad],
    [
      'a digital state',
      'Digital',
      { Name: 'Open', Value: 1, IsSystem: false },
      {},
      { value: 1, quality: 'good' },
    ],
    ['a state of the system', 'Float64', { Name: 'I/O Timeout', Value: 246, IsSystem: true }, {}, bad],
    [
      'a state of the system that counts as good',
      'Float64',
      { Name: 'Shutdown', Value: 254, IsSystem: true },
      {},
      bad,
    ],
    ['a text', 'String', 'Batch 7', {}, bad],
  ])('reads %s', async (_, type, value, flags, expected) => {
    const source = server.add('P', { type });
    server.record(source, value, { time: start, ...flags });
    expect(await roles.preview!(call(), [source])).toEqual([{ source, time: start, ...expected }]);
  });

  it('returns null for an unknown point', async () => {
    const source = server.add('P');
    server.record(source, 1, { time: start });
    expect(await roles.preview!(call(), ['\\\\PLANT\\gone', source])).toMatchObject([null, { value: 1 }]);
  });
});

describe('history', () => {
  it('is read once per value, in pages that start at the last time', async () => {
    const sources = ['fast', 'slow', 'empty'].map((name) => server.add(name));
    for (let i = 0; i < 25_000; i++) server.record(sources[0]!, i, { time: start + i * 10 });
    for (let i = 0; i < 50; i++) server.record(sources[1]!, i, { time: start + i * 1000 });
    const { blocks, values } = await readHistory(call(), sources, start, start + 200_000);
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(10_000);
    const of = (source: string | undefined) => values.filter((value) => value.source === source);
    expect(of(sources[0]).map(({ value }) => value)).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
    expect(of(sources[1]).map(({ value }) => value)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(of(sources[2])).toEqual([]);
    expect(server.calls.filter((one) => one === 'POST batch').length).toBeGreaterThan(1);
  });

  it('keeps the last value of a millisecond, also at the end of a page', async () => {
    const source = server.add('P');
    for (let i = 0; i < 12_000; i++) server.record(source, i, { time: start + Math.floor(i / 7) });
    const { values } = await readHistory(call(), [source], start, start + 10_000);
    const last = Array.from({ length: Math.ceil(12_000 / 7) }, (_, i) => Math.min(11_999, i * 7 + 6));
    expect(values.map(({ value }) => value)).toEqual(last);
  });

  it('continues after a time with more values than a page', async () => {
    const source = server.add('P');
    for (let i = 0; i < 10_500; i++) server.record(source, i, { time: start });
    server.record(source, -1, { time: start + 1 });
    const { values } = await readHistory(call(), [source], start, start + 10);
    expect(values.map(({ value }) => value)).toEqual([10_499, -1]);
  });

  it('drops duplicates', async () => {
    server.doubles = true;
    const source = server.add('P');
    for (let i = 0; i < 8000; i++) server.record(source, i, { time: start + i });
    const { values } = await readHistory(call(), [source], start, start + 10_000);
    expect(values.map(({ value }) => value)).toEqual(Array.from({ length: 8000 }, (_, i) => i));
  });

  it('is split into calls with short addresses', async () => {
    const sources = Array.from({ length: 150 }, (_, i) =>
      server.add(`Unit ${i} with a long name of its own`),
    );
    for (const [i, source] of sources.entries()) server.record(source, i, { time: start });
    const { values } = await readHistory(call(), sources, start, start + 1);
    expect(values.map(({ value }) => value)).toEqual(sources.map((_, i) => i));
  });

  it('reports points without history after reading the others', async () => {
    const source = server.add('P');
    server.record(source, 1, { time: start });
    const read = readHistory(call(), ['\\\\PLANT\\gone', source], start, start + 1);
    await expect(read).rejects.toThrow(NoHistory);
    await expect(read).rejects.toMatchObject({ sources: ['\\\\PLANT\\gone'] });
  });

  it('skips points with errors after reading the others', async () => {
    const [bad, good] = [server.add('bad'), server.add('good')];
    for (const source of [bad, good]) server.record(source, 1, { time: start });
    server.failFor(bad, 'The archive is offline.');
    const values: SourceValue[] = [];
    const read = (async () => {
      for await (const block of roles.history!(call(), [bad, good], { from: start, to: start + 1 }))
        values.push(...block);
    })();
    await expect(read).rejects.toThrow(UnreadSources);
    await expect(read).rejects.toMatchObject({
      sources: [bad],
      message: `${bad}: message from the server: The archive is offline.`,
    });
    expect(values.map(({ source }) => source)).toEqual([good]);
  });

  it.each([
    ['busy', 'busy'],
    ['failed', 'busy'],
    ['web exception', 'busy'],
    ['errors of items', 'protocol'],
    ['truncated', 'unreachable'],
    ['not JSON', 'protocol'],
    ['other JSON', 'protocol'],
    ['cut', 'unreachable'],
  ] as const)('fails for a response that is %s, as %s', async (kind, failure) => {
    const source = server.add('P');
    server.record(source, 1, { time: start });
    server.faults.push({ kind, calls: /recorded/, times: 1 });
    const asked = call();
    await expect(readHistory(asked, [source], start, start + 1)).rejects.toMatchObject({ kind: failure });
    expect((await readHistory(asked, [source], start, start + 1)).values).toHaveLength(1);
  });

  it('waits for a slow answer', async () => {
    const source = server.add('P');
    server.record(source, 1, { time: start });
    server.faults.push({ kind: 'slow', calls: /recorded/, times: 1 });
    expect((await readHistory(call(), [source], start, start + 1)).values).toHaveLength(1);
  });

  it('returns the waiting time that a busy server requests', async () => {
    server.add('P');
    server.faults.push({ kind: 'busy', calls: /batch/, times: 1 });
    const read = readHistory(call(), ['\\\\PLANT\\P'], start, start + 1);
    await expect(read).rejects.toMatchObject({ kind: 'busy', retryAfter: 1000 });
  });
});

describe.each(['channel', 'updates'] as const)('live, by %s,', (delivery) => {
  const fast = { delivery, pollingInterval: 20 };

  it('delivers current values, then every change', async () => {
    const [one, other] = [server.add('one'), server.add('other')];
    server.record(one, 1, { time: start });
    const recording = await record([one, other], fast);
    for (let i = 0; i < 20; i++) server.record(i % 2 ? one : other, i, { time: start + 1000 + i });
    await expect.poll(() => recording.values.filter(({ time }) => time > start).length).toBe(20);
    expect(recording.values).toContainEqual({ source: one, time: start, value: 1, quality: 'good' });
    const values = recording.values.filter(({ time }) => time > start).map(({ value }) => value);
    expect(values.toSorted((a, b) => a! - b!)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(recording.clocks.length).toBeGreaterThan(0);
  });

  it('ends when the server stops', async () => {
    const source = server.add('P');
    const recording = await record([source], fast);
    await server.stop();
    expect(await recording.ended).toMatchObject({ kind: 'unreachable' });
  });

  it('ends at once when stopped', async () => {
    const recording = await record([server.add('P')], fast);
    expect(await recording.stop()).toBeNull();
    await expect.poll(() => server.channels).toBe(0);
  });

  it('skips unknown points and reports them', async () => {
    const source = server.add('P');
    const recording = await record(['\\\\PLANT\\gone', source], fast);
    server.record(source, 7);
    await expect.poll(() => recording.values.some(({ value }) => value === 7)).toBe(true);
    expect(recording.call.logged).toContain('error: \\\\PLANT\\gone: the server does not know this point.');
  });
});

describe.each(['channel', 'updates'] as const)('a point with an error, by %s,', (delivery) => {
  it('does not block the others, and is read from history after it recovers', async () => {
    const [bad, good] = [server.add('bad'), server.add('good')];
    server.record(bad, 1, { time: start });
    const recording = await record([bad, good], { delivery, pollingInterval: 20 });
    server.failFor(bad, 'The archive is offline.');
    const missed = server.record(bad, 2);
    server.record(good, 3);
    await expect.poll(() => recording.values.some(({ value }) => value === 3)).toBe(true);
    const message = `error: ${bad}: message from the server: The archive is offline. It is skipped until the server delivers it.`;
    await expect.poll(() => recording.call.logged.filter((line) => line === message)).toHaveLength(1);
    server.failFor(bad, null);
    server.record(bad, 4);
    await expect.poll(() => recording.lost.length).toBeGreaterThan(0);
    const { range, sources } = recording.lost.at(-1)!;
    expect(sources).toEqual([bad]);
    expect(range.from).toBeLessThan(missed);
    expect(range.to).toBeGreaterThan(missed);
    server.record(good, 5);
    await expect.poll(() => recording.values.some(({ value }) => value === 5)).toBe(true);
  });
});

it('follows the other points if the server rejects one', async () => {
  const [bad, good] = [server.add('bad'), server.add('good')];
  server.failFor(bad, 'Security.');
  const recording = await record([bad, good], { delivery: 'updates', pollingInterval: 20 });
  server.record(good, 3);
  await expect.poll(() => recording.values.some(({ value }) => value === 3)).toBe(true);
  const alone = new Recording(roles, configuration({ delivery: 'updates' }), [bad]);
  expect(await alone.ended).toMatchObject({
    kind: 'protocol',
    message: `${bad}: message from the server: Security.`,
  });
});

describe('a channel', () => {
  it('is opened for each part of many points', async () => {
    const sources = Array.from({ length: 250 }, (_, i) => server.add(`P${i}`));
    const recording = await record(sources);
    expect(server.channels).toBeGreaterThan(2);
    for (const [i, source] of sources.entries()) server.record(source, i, { time: start });
    await expect.poll(() => recording.values.filter(({ time }) => time === start).length).toBe(250);
  });

  it('ends after a message that is not JSON', async () => {
    const recording = await record([server.add('P')]);
    server.sendOnChannels('<html>');
    expect(await recording.ended).toMatchObject({ kind: 'protocol' });
  });

  it('ends after an error message', async () => {
    const recording = await record([server.add('P')]);
    server.sendOnChannels(JSON.stringify({ WebException: { StatusCode: 502, Errors: ['gone'] } }));
    expect(await recording.ended).toMatchObject({ kind: 'busy', message: 'The server failed (502): gone' });
  });

  it('is replaced by polling if the server has no channels', async () => {
    server.offersChannel = false;
    const source = server.add('P');
    const recording = await record([source], { pollingInterval: 20 });
    server.record(source, 7);
    await expect.poll(() => recording.values.some(({ value }) => value === 7)).toBe(true);
    expect(recording.call.logged.join('\n')).toContain('The server does not open a channel (404).');
  });

  it('fails if the sign-in is rejected', async () => {
    const recording = new Recording(roles, configuration({ password: 'wrong' }), [server.add('P')]);
    expect(await recording.ended).toMatchObject({ kind: 'signIn' });
  });
});

describe('a silent link', () => {
  async function startSilent(over: object, signTimes?: Parameters<typeof live>[3]) {
    const proxy = await startTcpProxy(server.url);
    onTestFinished(() => proxy.close());
    const recording = new Recording(
      { ...roles, live: (...given) => live(...given, signTimes) },
      configuration({ server: proxy.url(server.url), ...over }),
      [server.add('P')],
    );
    await recording.subscribed;
    proxy.set('stall');
    return recording;
  }

  it('is lost after 15 s without a heartbeat of the channel', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const recording = await startSilent({ delivery: 'channel' });
    // A heartbeat may have been sent already.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await recording.ended).toMatchObject({
      kind: 'unreachable',
      message: 'The server stopped sending on its channel.',
    });
  });

  it('is lost after an unanswered request, with a long polling interval', async () => {
    const recording = await startSilent(
      { delivery: 'updates', pollingInterval: 60_000 },
      { interval: 20, timeout: 100 },
    );
    expect(await recording.ended).toMatchObject({ kind: 'unreachable' });
  });
});

it('registers again after the server lost a registration, and reports the lost range', async () => {
  server.ahead = 300_000;
  const source = server.add('P');
  const recording = await record([source], { delivery: 'updates', pollingInterval: 20 });
  server.forgetMarkers();
  const missed = server.record(source, 1);
  await expect.poll(() => recording.lost.length).toBe(1);
  const [{ range, sources }] = recording.lost as [(typeof recording.lost)[number]];
  expect(sources).toEqual([source]);
  expect(range.from).toBeLessThan(missed);
  expect(range.to).toBeGreaterThan(missed);
  server.record(source, 2);
  await expect.poll(() => recording.values.some(({ value }) => value === 2)).toBe(true);
});

it('reads by HTTPS with the configured CA, and rejects a certificate of another CA', async () => {
  const tls = new PiServer({ key: certificateFile('server.key'), cert: certificateFile('server.pem') });
  await tls.start();
  const source = tls.add('P');
  tls.record(source, 1, { time: start });
  const reached = configuration({ server: tls.url, serverName: 'broker.test' });
  const ca = certificateFile('ca.pem').toString('base64');
  const recording = new Recording(roles, { ...reached, ca }, [source]);
  await recording.subscribed;
  await expect.poll(() => recording.values).toMatchObject([{ source, value: 1 }]);
  expect(recording.call.certificateEnds.length).toBeGreaterThan(0);
  expect(tls.channels).toBe(1);
  await recording.stop();
  const refused = new Recording(roles, reached, [source]);
  expect(await refused.ended).toMatchObject({ kind: 'untrusted' });
  await tls.remove();
});

describe('the PI server', () => {
  it('was only read, in all tests of this file', () => {
    expect([...calls].filter((one) => !/^(GET|CHANNEL) /.test(one)).toSorted()).toEqual([
      'POST batch',
      'POST streamsets/updates',
    ]);
    expect(writes).toEqual([]);
  });

  it('reports writes by calls and by parts of batches', () => {
    const Resource = 'https://pi/piwebapi/streams/P1/value';
    const batch = { 1: { Method: 'GET', Resource }, 2: { Method: 'POST', Resource } };
    expect(listWrites('POST', 'batch', JSON.stringify(batch))).toEqual([`POST ${Resource} in a batch`]);
    expect(listWrites('PUT', 'streams/P1/value', '{}')).toEqual(['PUT streams/P1/value']);
    expect(listWrites('POST', 'streamsets/updates', '')).toEqual([]);
  });

  it('is called only by reading methods in the code', async () => {
    const files = (await readdir(import.meta.dirname)).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const code = (
      await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
    ).join('\n');
    const all = (pattern: RegExp) => [...new Set([...code.matchAll(pattern)].map(([, found]) => found))];
    expect(all(/\b[mM]ethod: '(\w+)'/g).toSorted()).toEqual(['GET', 'POST']);
    expect(all(/\bpost(?:<.+>)?\(\s*call,\s*'([\w/]+)'/g).toSorted()).toEqual([
      'batch',
      'streamsets/updates',
    ]);
    // Each call of `post` matches this pattern.
    expect(code.match(/\bpost(<.+>)?\(/g)).toHaveLength(3);
  });
});
