import { afterEach, beforeEach, expect, it } from 'vitest';
import { settle } from '../../testing/connectors/fake-clock.ts';
import { Peer } from '../../testing/connectors/peer.ts';
import { Plant, type PlantConnection, toKey } from '../../testing/connectors/plant.ts';
import { Random } from '../../testing/proofs/partial/random.ts';
import { ConnectorFailure } from '../connector.ts';

let peer: Peer;
let plant: Plant;
let hosts: { close(): Promise<void> }[];

beforeEach(() => {
  peer = new Peer();
  plant = new Plant();
  hosts = [];
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()));
});

const connection = (id: number, configuration: Record<string, unknown> = {}): PlantConnection => ({
  id,
  starts: 1,
  configuration: { address: `peer-${id}`, password: peer.password, ...configuration },
});

function start(...connections: PlantConnection[]) {
  const host = plant.createHost(peer, connections);
  hosts.push(host);
  return host;
}

const everything = () =>
  Object.fromEntries(
    peer.recorded
      .filter(({ source }) => plant.fed.includes(source))
      .map((value) => [toKey(value), value.value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

it('stores subscribed points and reports the state running', async () => {
  start(connection(1));
  await plant.clock.advance(2_000);
  await peer.record('a', plant.clock.now(), 1.5);
  await peer.record('b', plant.clock.now() - 2_000, null);
  await plant.clock.advance(2_000);
  expect(plant.points).toEqual(everything());
  expect(plant.states.map(({ state }) => state).slice(0, 2)).toEqual(['starting', 'running']);
  expect(plant.state(1)).toMatchObject({ lastPointTime: plant.clock.now() - 2_000, pointsPerSecond: 0.03 });
});

it('reads the points of an interruption before it advances the watermark', async () => {
  start(connection(1));
  await plant.clock.advance(2_000);
  await peer.record('a', plant.clock.now(), 1);
  await plant.clock.advance(1_000);
  const before = plant.liveUntil;
  peer.cut();
  await settle();
  for (let i = 0; i < 5; i++) await peer.record('a', plant.clock.now() + i, i);
  expect(plant.stored.size).toBe(1);
  expect(plant.liveUntil).toBe(before);
  await plant.clock.advance(10_000);
  expect(plant.points).toEqual(everything());
  expect(plant.backfills).toEqual([]);
});

it('reads lost ranges from the history', async () => {
  start(connection(1));
  await plant.clock.advance(2_000);
  peer.lose('a', plant.clock.now(), 7);
  expect(plant.stored.size).toBe(0);
  await plant.clock.advance(3_000);
  expect(plant.points).toEqual(everything());
});

it('records a gap if the system has no history', async () => {
  start(connection(1));
  await plant.clock.advance(2_000);
  await peer.record('a', plant.clock.now(), 1);
  await plant.clock.advance(1_000);
  const from = plant.liveUntil;
  peer.keepsHistory = false;
  peer.cut();
  await plant.clock.advance(10_000);
  expect(plant.gaps).toMatchObject([{ from, sources: null }]);
  expect(plant.backfills).toEqual([]);
  expect(plant.state(1)).toMatchObject({ state: 'running' });
});

it('subscribes again when the fed sources change', async () => {
  start(connection(1));
  await plant.clock.advance(2_000);
  plant.fed = ['a', 'b', 'c'];
  await plant.clock.advance(3_000);
  await peer.record('c', plant.clock.now(), 3);
  expect(plant.points).toEqual(everything());
});

it.each(['signIn', 'refused', 'untrusted'] as const)(
  'stops after a failure of kind %s until it is restarted',
  async (kind) => {
    peer.refusal = new ConnectorFailure(kind, 'no');
    const host = start(connection(1));
    await plant.clock.advance(120_000);
    expect(peer.attempts).toHaveLength(1);
    expect(plant.state(1)).toMatchObject({ state: 'failed', message: 'no', retryAt: null });
    peer.refusal = null;
    host.connections = [{ ...connection(1), starts: 2 }];
    await plant.clock.advance(5_000);
    expect(plant.state(1)).toMatchObject({ state: 'running' });
  },
);

it('retries with increasing delays, fails after five attempts, and recovers', async () => {
  peer.refusal = new ConnectorFailure('unreachable', 'no answer');
  start(connection(1));
  await plant.clock.advance(3_000);
  expect(plant.state(1)).toMatchObject({ state: 'degraded', error: 'no answer' });
  await plant.clock.advance(600_000);
  expect(plant.state(1)).toMatchObject({ state: 'failed' });
  expect(peer.attempts.length).toBeGreaterThan(8);
  expect(peer.attempts.length).toBeLessThan(30);
  peer.refusal = null;
  await plant.clock.advance(130_000);
  expect(plant.state(1)).toMatchObject({ state: 'running', retryAt: null });
});

it('waits for the time that the system requests', async () => {
  peer.refusal = new ConnectorFailure('busy', 'later', { retryAfter: 100_000 });
  start(connection(1));
  await plant.clock.advance(95_000);
  expect(peer.attempts).toHaveLength(1);
  await plant.clock.advance(10_000);
  expect(peer.attempts).toHaveLength(2);
});

it('redacts secrets in the log and in messages', async () => {
  const host = start(connection(1, { logLevel: 'debug' }));
  await plant.clock.advance(2_000);
  peer.cut(new ConnectorFailure('unreachable', `lost ${peer.password}`));
  peer.password = 'another';
  await plant.clock.advance(20_000);
  host.connections = [];
  expect(plant.log).toContain('info signed in with •••');
  expect(plant.state(1)).toMatchObject({ state: 'failed', message: 'The password ••• was refused.' });
  expect(JSON.stringify([plant.log, plant.states, [...plant.reports]])).not.toContain('secret-of-the-peer');
});

it('is quiet until a point arrives', async () => {
  plant.quietAfter = 30_000;
  start(connection(1));
  await plant.clock.advance(25_000);
  expect(plant.state(1)).toMatchObject({ state: 'running', isQuiet: false });
  await plant.clock.advance(10_000);
  expect(plant.state(1)).toMatchObject({ state: 'degraded', isQuiet: true });
  await peer.record('a', plant.clock.now(), 1);
  await plant.clock.advance(2_000);
  expect(plant.state(1)).toMatchObject({ state: 'running', isQuiet: false });
});

it('switches to the standby connection after a failure', async () => {
  peer.onSubscribe = (call) => {
    if (call.configuration.address === 'peer-1') throw new ConnectorFailure('unreachable', 'no answer');
  };
  start(connection(1), connection(2));
  await plant.clock.advance(5_000);
  expect(peer.names).toEqual(['peer-2']);
  expect(plant.state(1)).toMatchObject({ state: 'degraded' });
});

it('switches to a standby connection of another process', async () => {
  peer.onSubscribe = (call) => {
    if (call.configuration.address === 'peer-1') throw new ConnectorFailure('unreachable', 'no answer');
  };
  start(connection(1));
  await plant.clock.advance(500);
  start(connection(2));
  await plant.clock.advance(10_000);
  expect(peer.names).toEqual(['peer-2']);
});

it('hands over within 30 s after a kill, and at once after a normal end', async () => {
  const first = start(connection(1));
  await plant.clock.advance(2_000);
  const second = start(connection(1));
  await plant.clock.advance(20_000);
  expect([plant.fence, peer.links]).toEqual([1, 1]);
  first.kill();
  await settle();
  await peer.record('a', plant.clock.now(), 1);
  await plant.clock.advance(30_000);
  expect(plant.fence).toBe(2);
  expect(plant.points).toEqual(everything());
  const third = start(connection(1));
  await plant.clock.advance(2_000);
  await second.close();
  await plant.clock.advance(2_000);
  expect([plant.fence, peer.links]).toEqual([3, 1]);
  expect(third.runner.hasLease).toBe(true);
});

it('stops delivering if its lease cannot be renewed', async () => {
  start(connection(1));
  await plant.clock.advance(2_000);
  plant.isAway = true;
  await plant.clock.advance(25_000);
  expect(peer.links).toBe(0);
  plant.isAway = false;
  await plant.clock.advance(5_000);
  expect(peer.links).toBe(1);
});

it.each(Array.from({ length: 12 }, (_, i) => i))(
  'stores every point once despite random failures, with seed %i',
  async (seed) => {
    const random = new Random(seed);
    const { clock } = plant;
    const begin = () => start(connection(1), connection(2));
    let host = begin();
    await clock.advance(2_000);
    await peer.record('a', clock.now(), -1);
    await clock.advance(1_000);
    const faults = [
      () => peer.cut(),
      () => peer.lose('a', clock.now() + 7, random.next()),
      () => {
        plant.isAway = !plant.isAway;
      },
      () => {
        peer.refusal = peer.refusal ? null : new ConnectorFailure('unreachable', 'no answer');
      },
      () => {
        host.kill();
        host = begin();
      },
      async () => {
        await host.close();
        host = begin();
      },
    ];
    for (let turn = 0; turn < 120; turn++) {
      const source = random.chance(0.5) ? 'a' : 'b';
      // Times are unique, and some points come late.
      const late = random.chance(0.1) ? 20_000 : 0;
      void peer.record(source, clock.now() - late + (turn % 7), turn).catch(() => undefined);
      if (random.chance(0.2)) await random.pick(faults)();
      await clock.advance(Math.floor(random.next() * 4_000));
    }
    plant.isAway = false;
    peer.refusal = null;
    await clock.advance(300_000);
    expect(plant.points).toEqual(everything());
    expect(plant.backfills).toEqual([]);
    expect(peer.links).toBe(1);
  },
);
