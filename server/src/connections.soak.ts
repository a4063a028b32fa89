import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { PointSeries } from '@twinward/contracts/signals/data-point';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from './testing/client.ts';
import { startRecordingPi } from './testing/connectors/pi/recording-pi.ts';
import { RecordingServer } from './testing/connectors/recording-server.ts';
import type { RecordingSystem } from './testing/connectors/recording-system.ts';
import { Instance, signalAll } from './testing/instance.ts';
import { Random } from './testing/proofs/partial/random.ts';
import { startTcpProxy } from './testing/tcp-proxy.ts';

/** `SOAK_FAULTS` (50) random faults, about 12 s each, in the order of `SOAK_SEED`. */
const faults = Number(process.env.SOAK_FAULTS ?? 50);
const seed = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 32));
const password = 'Rotor-42!';
const seconds = 1_000;

/** Systems whose points are read, each with 20 sources that change all the time. */
const systems: Record<string, () => Promise<RecordingSystem>> = {
  opcua: () => RecordingServer.start(20),
  pi: () => startRecordingPi(20),
};
const { SOAK_SYSTEM: system } = process.env;

test.for(Object.keys(systems).filter((type) => system === undefined || type === system))(
  'no point of a system of type %s is lost or doubled, whatever fails',
  async (type) => {
    console.log(`${type}: ${faults} faults with SOAK_SEED=${seed}`);
    const random = new Random(seed);
    const peer = await systems[type]!();
    onTestFinished(() => peer.remove());
    const proxy = await startTcpProxy(peer.url);
    onTestFinished(() => proxy.close());
    const directory = await mkdtemp(join(tmpdir(), 'twinward-connections-'));
    const environment = { ADMIN_PASSWORD: password, CONNECT_LOCAL: 'on' };
    let instance = new Instance({ directory, environment });
    onTestFinished(async () => {
      await instance.killEverything();
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    });
    let client = await Client.signIn(await instance.address(), 'admin', password);
    const connection = await client.call<Connection>('POST', '/api/connections', {
      name: 'Line 1',
      type,
      configuration: peer.configurationOf(proxy.url(peer.url)),
    });
    const url = `/api/connections/${connection.id}`;
    const read = () => client.call<Connection>('GET', url);
    const sources = [...peer.recorded.keys()];
    const taken = await client.call<{ source: string; tagId: number }[]>(
      'POST',
      `${url}/sources`,
      sources.map((source, i) => ({ source, name: `v${i}` })),
    );
    await client.call('POST', `${url}/resume`);
    await expect.poll(async () => (await read()).state, { timeout: 60 * seconds }).toBe('running');
    const from = Date.now();

    async function restart(): Promise<void> {
      instance = new Instance({ directory, environment });
      client = await Client.signIn(await instance.address(), 'admin', password);
    }
    const kinds: Record<string, () => Promise<void>> = {
      'cut the link': async () => proxy.cut(),
      'refuse the link': async () => {
        proxy.set('refuse');
        await sleep(random.next() * 20 * seconds);
        proxy.set('forward');
      },
      'silence the link': async () => {
        proxy.set('stall');
        await sleep(random.next() * 20 * seconds);
        proxy.cut();
        proxy.set('forward');
      },
      'restart the other system': async () => {
        await peer.stop();
        await sleep(random.next() * 5 * seconds);
        await peer.start();
      },
      ...(peer.misbehave && { 'misbehave for a while': async () => peer.misbehave!(random) }),
      'kill our process': async () => {
        signalAll([instance.pid], 'SIGKILL');
        await instance.ends();
        await restart();
      },
      'kill our process and its database': async () => {
        await instance.killEverything();
        await restart();
      },
      'end our process in order': async () => {
        await instance.end('SIGTERM');
        await restart();
      },
    };
    const names = Object.keys(kinds);
    for (let count = 1; count <= faults; count++) {
      const name = random.pick(names);
      console.log(`${count}: ${name}`);
      await kinds[name]!();
      await sleep(random.next() * 8 * seconds);
    }

    await expect
      .poll(async () => (await read()).state, { timeout: 180 * seconds, interval: seconds })
      .toBe('running');
    peer.rest();
    const to = Date.now() + 1;
    const done = async () => (await read()).tracking.backfills.length;
    await expect.poll(done, { timeout: 180 * seconds, interval: seconds }).toBe(0);
    await sleep(3 * seconds);
    let points = 0;
    for (const { source, tagId } of taken) {
      const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
      const series = await client.call<PointSeries>('GET', `/api/tags/${tagId}/data-points?${range}`);
      const { times, values } = series.points!;
      const held = [...peer.recorded.get(source)!].filter(([time]) => time >= from && time < to);
      const stored = new Map(times.map((time, i) => [time, values[i]]));
      expect(stored.size, source).toBe(times.length);
      const wrong = held.filter(([time, value]) => stored.get(time) !== value);
      expect(wrong, source).toEqual([]);
      expect(stored.size, source).toBe(held.length);
      points += held.length;
    }
    console.log(`${points} points, each once`);
  },
);
