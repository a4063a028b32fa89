import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import type { SourceValue } from '../connector.ts';
import { openSession } from './client.ts';
import { readSettings } from './config.ts';
import { TestBroker } from './testing/broker.ts';
import { deliverOnce } from './testing/deliver-once.ts';
import { makeCall, makeDirectory, Recording, removeDirectories } from './testing/recording.ts';
import { SparkplugNode } from './testing/sparkplug-node.ts';

const account = { user: 'reader', password: 'let me read' };
let broker: TestBroker;
let publisher: MqttClient;
const running: Recording[] = [];

beforeAll(async () => {
  broker = await TestBroker.start();
  publisher = await connectAsync(broker.url, { clientId: 'publisher' });
});
afterEach(async () => {
  for (const recording of running.splice(0)) await recording.stop();
});
afterAll(async () => {
  await publisher.endAsync(true);
  await broker.close();
  removeDirectories();
});

async function run(...options: ConstructorParameters<typeof Recording>): Promise<Recording> {
  const recording = new Recording(...options);
  running.push(recording);
  await recording.subscribed;
  return recording;
}

const publish = (topic: string, payload: string, options: { qos?: 0 | 1; retain?: boolean } = {}) =>
  publisher.publishAsync(topic, payload, { qos: 1, ...options });

const brief = ({ source, value, quality }: SourceValue) => `${source} ${value} ${quality}`;

describe('plain topics', () => {
  const plain = (...topics: string[]) => ({ url: broker.url, format: 'plain', topics, qos: '1' });

  it('deliver numbers and JSON of fed sources', async () => {
    const recording = await run(
      plain('hall/+/temperature', 'hall/+/state | value=a; value=b.c; time=ts; quality=q'),
      ['hall/1/temperature', 'hall/1/state#a', 'hall/1/state#b.c'],
    );
    const before = Date.now();
    await publish('hall/1/temperature', '21.5', { qos: 0 });
    await publish('hall/2/temperature', '22');
    await publish('hall/1/state', '{"a":1,"b":{"c":true},"ts":"2026-01-02T03:04:05.678Z","q":64}');
    await publish('hall/1/temperature', 'warm');
    await publish('hall/1/temperature', '21.75');
    await expect.poll(() => recording.values.length).toBe(4);
    const [first, a, c, last] = recording.values;
    expect([first!, a!, c!, last!].map(brief)).toEqual([
      'hall/1/temperature 21.5 good',
      'hall/1/state#a 1 uncertain',
      'hall/1/state#b.c 1 uncertain',
      'hall/1/temperature 21.75 good',
    ]);
    expect(a!.time).toBe(Date.parse('2026-01-02T03:04:05.678Z'));
    expect(first!.time).toBeGreaterThanOrEqual(before);
    expect(recording.call.logged).toContain('warn: hall/1/temperature: the message is not a number.');
  });

  it('skip retained values without a time', async () => {
    await publish('kept/plain', '5', { retain: true });
    await publish('kept/timed', '{"v":6,"t":1700000000}', { retain: true });
    const recording = await run(plain('kept/plain', 'kept/timed | value=v; time=t'), [
      'kept/plain',
      'kept/timed',
    ]);
    await expect.poll(() => recording.values).toHaveLength(1);
    await publish('kept/plain', '7');
    await expect.poll(() => recording.values.map(brief)).toEqual(['kept/timed 6 good', 'kept/plain 7 good']);
  });

  it('acknowledge a message only after its value is durable', async () => {
    let release!: () => void;
    const stored = new Promise<void>((resolve) => {
      release = resolve;
    });
    const recording = await run({ ...plain('slow'), clientId: 'slow-store' }, ['slow'], {
      store: () => stored,
    });
    await publish('slow', '1');
    await publish('slow', '2');
    // The broker answers in order: it has sent the earlier messages now.
    await publish('other', '3');
    expect(broker.acknowledged.filter((client) => client === 'slow-store')).toEqual([]);
    release();
    await expect.poll(() => broker.acknowledged.filter((client) => client === 'slow-store')).toHaveLength(2);
    expect(recording.values.map(brief)).toEqual(['slow 1 good', 'slow 2 good']);
  });

  it('are delivered again if they could not be stored', async () => {
    const configuration = plain('again | value=v; time=t');
    const directory = makeDirectory();
    const failure = new Error('the disk is full');
    const first = await run(configuration, ['again'], {
      directory,
      store: () => Promise.reject(failure),
    });
    await publish('again', '{"v":1,"t":1700000001}');
    expect(await first.ended).toBe(failure);
    const second = await run(configuration, ['again'], { directory });
    await expect.poll(() => second.values.map(brief)).toEqual(['again 1 good']);
    expect(await second.subscribed).toEqual({ isResumed: true });
  });

  it('remain at the broker while the connection is stopped', async () => {
    const configuration = plain('away | value=v; time=t');
    const directory = makeDirectory();
    const first = await run(configuration, ['away'], { directory });
    expect(await first.subscribed).toEqual({ isResumed: false });
    await first.stop();
    await publish('away', '{"v":1,"t":1700000001}');
    await publish('away', '{"v":2,"t":1700000002}');
    const second = await run(configuration, ['away'], { directory });
    await expect.poll(() => second.values.map(brief)).toEqual(['away 1 good', 'away 2 good']);
  });

  it('are not delivered for filters of an earlier configuration', async () => {
    const directory = makeDirectory();
    await (await run(plain('old/#'), [], { directory })).stop();
    const recording = await run(plain('new/#'), ['old/1', 'new/1'], { directory });
    await publish('old/1', '1');
    await publish('new/1', '2');
    await expect.poll(() => recording.values.map(brief)).toEqual(['new/1 2 good']);
  });

  it('are stored once across kills of the broker', async () => {
    await deliverOnce({ messages: 2000, kills: 3 });
  });
});

describe('Sparkplug B', () => {
  const sparkplug = (over = {}) => ({
    url: broker.url,
    format: 'sparkplug',
    groups: ['plant'],
    qos: '1',
    ...over,
  });
  const load = { name: 'Load', alias: 1, datatype: 10, double: 1.5 };

  it('delivers births and data by alias, with the times of the node', async () => {
    const sources = ['plant/press//Load', 'plant/press/ram/Force'];
    const recording = await run(sparkplug(), sources);
    const node = await SparkplugNode.start(broker.url, 'press');
    await node.birth([load, { name: 'Operator', alias: 2, datatype: 12 }], 1_700_000_000_000);
    await node.send(
      'DBIRTH',
      'ram',
      [{ name: 'Force', alias: 3, datatype: 3, int: 0xfffffffe }],
      1_700_000_001_000,
    );
    await node.send(
      'NDATA',
      '',
      [
        { alias: 1, double: 2.5 },
        { alias: 1, double: 0.5, timestamp: 1_600_000_000_000, isHistorical: true },
      ],
      1_700_000_002_000,
    );
    await node.send('DDATA', 'ram', [{ alias: 3, isNull: true }], 1_700_000_003_000);
    await expect
      .poll(() => recording.values)
      .toEqual([
        { source: sources[0], time: 1_700_000_000_000, value: 1.5, quality: 'good' },
        { source: sources[1], time: 1_700_000_001_000, value: -2, quality: 'good' },
        { source: sources[0], time: 1_700_000_002_000, value: 2.5, quality: 'good' },
        { source: sources[0], time: 1_600_000_000_000, value: 0.5, quality: 'good' },
        { source: sources[1], time: 1_700_000_003_000, value: null, quality: 'bad' },
      ]);
    await node.end();
  });

  it('marks all sources of a node bad after its death', async () => {
    const recording = await run(sparkplug(), [
      'plant/mill//Load',
      'plant/mill/axis/Speed',
      'plant/miller//Load',
    ]);
    const node = await SparkplugNode.start(broker.url, 'mill');
    await node.birth([load]);
    await expect.poll(() => recording.values).toHaveLength(1);
    const before = Date.now();
    node.die();
    await expect
      .poll(() => recording.values.map(brief))
      .toEqual(['plant/mill//Load 1.5 good', 'plant/mill//Load null bad', 'plant/mill/axis/Speed null bad']);
    expect(recording.values[2]!.time).toBeGreaterThanOrEqual(before);
  });

  it('requests a birth only if allowed, and publishes nothing else', async () => {
    const sources = ['plant/oven//Load'];
    const silent = await run(sparkplug({ clientId: 'silent' }), sources);
    const asking = await run(sparkplug({ clientId: 'asking', rebirth: true }), sources);
    const node = await SparkplugNode.start(broker.url, 'oven');
    await node.birth([load]);
    node.lose();
    await node.send('NDATA', '', [{ alias: 1, double: 2 }]);
    await node.send('NDATA', '', [{ alias: 1, double: 3 }]);
    for (const recording of [silent, asking]) {
      await expect
        .poll(() => recording.values.map(brief))
        .toEqual([
          'plant/oven//Load 1.5 good',
          'plant/oven//Load 2 uncertain',
          'plant/oven//Load 3 uncertain',
        ]);
      expect(recording.call.logged.join('\n')).toContain('messages are missing between seq 0 and 2');
    }
    await expect
      .poll(() => broker.published.filter(({ client }) => client === 'asking').map(({ topic }) => topic))
      .toEqual(['spBv1.0/plant/NCMD/oven']);
    await node.end();
  });

  it('keeps aliases after a restart, and detects a lost message', async () => {
    const directory = makeDirectory();
    const sources = ['plant/pump//Load'];
    const first = await run(sparkplug(), sources, { directory });
    const node = await SparkplugNode.start(broker.url, 'pump');
    await node.birth([load]);
    await expect.poll(() => first.values).toHaveLength(1);
    await first.stop();

    const second = await run(sparkplug(), sources, { directory });
    await node.send('NDATA', '', [{ alias: 1, double: 2 }]);
    await expect.poll(() => second.values.map(brief)).toEqual(['plant/pump//Load 2 good']);
    await second.stop();

    // The message is lost: it has quality of service 0.
    await node.send('NDATA', '', [{ alias: 1, double: 3 }]);
    const third = await run(sparkplug(), sources, { directory });
    await node.send('NDATA', '', [{ alias: 1, double: 4 }]);
    await expect.poll(() => third.values.map(brief)).toEqual(['plant/pump//Load 4 uncertain']);
    await node.end();
  });

  it('discards aliases if the broker lost the session', async () => {
    const directory = makeDirectory();
    const sources = ['plant/fan//Load'];
    const first = await run(sparkplug({ clientId: 'fan-one' }), sources, { directory });
    const node = await SparkplugNode.start(broker.url, 'fan');
    await node.birth([load]);
    await expect.poll(() => first.values).toHaveLength(1);
    await first.stop();
    const second = await run(sparkplug({ clientId: 'fan-two' }), sources, { directory });
    await node.send('NDATA', '', [{ alias: 1, double: 2 }]);
    await node.send('NDATA', '', [{ name: 'Load', double: 3 }]);
    await expect.poll(() => second.values.map(brief)).toEqual(['plant/fan//Load 3 uncertain']);
    await node.end();
  });

  it('reports a message that is not Sparkplug', async () => {
    const recording = await run(sparkplug(), []);
    await publish('spBv1.0/plant/NBIRTH/broken', 'hello');
    await expect
      .poll(() => recording.call.logged.join('\n'))
      .toContain('spBv1.0/plant/NBIRTH/broken: not a Sparkplug B payload');
  });
});

describe('a silent link', () => {
  const toConfiguration = (url: string) => ({ url, format: 'plain', topics: ['silent'], qos: '1' });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is lost within 15 s', async () => {
    const proxy = await startTcpProxy(broker.url);
    onTestFinished(() => proxy.close());
    const recording = await run(toConfiguration(proxy.url(broker.url)), ['silent']);
    proxy.set('stall');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await recording.ended).toMatchObject({
      kind: 'unreachable',
      message: 'The broker no longer answers.',
    });
  });

  it('is kept while messages wait to be stored', async () => {
    let release = () => {};
    const stored = new Promise<void>((resolve) => {
      release = resolve;
    });
    const received: string[] = [];
    const configuration = toConfiguration(broker.url);
    const session = await openSession(makeCall(configuration), readSettings(configuration), {
      clientId: 'patient',
      isClean: true,
      receive: ({ payload, acknowledge }) => {
        acknowledge();
        received.push(String(payload));
        return received.length === 1 ? stored : undefined;
      },
    });
    onTestFinished(() => session.end());
    await session.subscribe(['silent'], 1);
    await publish('silent', 'first');
    await expect.poll(() => received).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(60_000);
    release();
    await publish('silent', 'second');
    await expect.poll(() => received).toEqual(['first', 'second']);
  });
});

it('ends when the link is lost, without publishing', async () => {
  const lone = await TestBroker.start({ account });
  const recording = await run(
    { url: lone.url, ...account, format: 'plain', topics: ['#'], qos: '1', clientId: 'quiet' },
    ['a'],
  );
  await lone.stop();
  expect(await recording.ended).toMatchObject({ name: 'ConnectorFailure', kind: 'unreachable' });
  expect(lone.published).toEqual([]);
  await lone.close();
});
