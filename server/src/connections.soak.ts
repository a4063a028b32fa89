import { setTimeout as sleep } from 'node:timers/promises';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { StreamExtraction } from '@twinward/contracts/connections/extraction';
import type { PointSeries } from '@twinward/contracts/signals/data-point';
import type { Twin } from '@twinward/contracts/twins/twin';
import { expect, onTestFinished, test } from 'vitest';
import { chosenSystems } from './testing/connectors/chosen-systems.ts';
import { startRecordingPi } from './testing/connectors/pi/recording-pi.ts';
import { ask } from './testing/connectors/played/ask.ts';
import { findDifferences } from './testing/connectors/played/compare.ts';
import { misbehave, Play, setClock, setPages } from './testing/connectors/played/play.ts';
import { playedSystems } from './testing/connectors/played/systems.ts';
import { startRecordingBroker } from './testing/connectors/recording-broker.ts';
import { startRecordingPusher } from './testing/connectors/recording-pusher.ts';
import { RecordingServer } from './testing/connectors/recording-server.ts';
import type { RecordingSystem } from './testing/connectors/recording-system.ts';
import { startRecordingTwinward } from './testing/connectors/recording-twinward.ts';
import { causeFaults, SoakedProduct } from './testing/connectors/soaked-product.ts';
import { Random } from './testing/proofs/partial/random.ts';

/** `SOAK_FAULTS` (50) random faults in `SOAK_MINUTES` (10), in the order of `SOAK_SEED`. */
const faults = Number(process.env.SOAK_FAULTS ?? 50);
const milliseconds = Number(process.env.SOAK_MINUTES ?? 10) * 60_000;
const seed = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 32));
const seconds = 1_000;
/**
 * Milliseconds within which a system must have done what it was asked: less than the wait before a request is retried.
 */
const latest = 30 * seconds;
/** A request whose response was lost is looked up after five minutes, and less often after each failure. */
const patience = { timeout: 1_800 * seconds, interval: 2 * seconds };

/** Systems whose points are read or pushed, each with 20 sources that change all the time. */
const recordingSystems: Record<string, () => Promise<RecordingSystem>> = {
  opcua: () => RecordingServer.start(20),
  pi: () => startRecordingPi(20),
  backend: () => startRecordingTwinward(20),
  http: () => startRecordingPusher(20),
  mqtt: () => startRecordingBroker(20),
};
const known = [...Object.keys(recordingSystems), ...Object.keys(playedSystems)];
const chosen = chosenSystems(known, process.env.SOAK_SYSTEM);

test.for(chosen.filter((type) => type in recordingSystems))(
  'no point of a system of type %s is lost or doubled, whatever fails',
  async (type) => {
    const random = begin(type);
    const peer = await recordingSystems[type]!();
    onTestFinished(() => peer.remove());
    const product = await SoakedProduct.start(peer.url);
    onTestFinished(() => product.remove());
    const { client } = product;
    const connection = await client.call<Connection>('POST', '/api/connections', {
      name: 'Line 1',
      type,
      configuration: peer.toConfiguration(peer.url === null ? '' : product.proxy.url(peer.url)),
    });
    const url = `/api/connections/${connection.id}`;
    const read = () => product.client.call<Connection>('GET', url);
    const sources = [...peer.recorded.keys()];
    const taken = await client.call<{ source: string; tagId: number }[]>(
      'POST',
      `${url}/sources`,
      sources.map((source, i) => ({ source, name: `v${i}` })),
    );
    await client.call('POST', `${url}/resume`);
    await expect.poll(async () => (await read()).state, patience).toBe('running');
    const from = Date.now();
    if (peer.pushTo) {
      const { token } = await client.call<{ token: string }>('POST', `${url}/token`);
      peer.pushTo({ url: product.proxy.url(`${client.address}${url}/points`), token });
    }

    const kinds = {
      ...product.faults(random, async (pause) => {
        await peer.stop();
        await pause();
        await peer.start();
      }),
      ...(peer.misbehave && { 'misbehave for a while': () => peer.misbehave!(random) }),
    };
    await causeFaults(kinds, { count: faults, milliseconds, random });

    await expect.poll(async () => (await read()).state, patience).toBe('running');
    await peer.rest();
    const to = Date.now() + 1;
    const done = async () => (await read()).tracking.backfills.length;
    await expect.poll(done, patience).toBe(0);
    const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
    const listRecorded = (source: string) =>
      [...peer.recorded.get(source)!].filter(([time]) => time >= from && time < to);
    const differing = async () => {
      const found: string[] = [];
      for (const { source, tagId } of taken) {
        const { points } = await product.client.call<PointSeries>(
          'GET',
          `/api/tags/${tagId}/data-points?${range}`,
        );
        const stored = points!.times.map((time, i) => [time, points!.values[i]]);
        const held = listRecorded(source);
        const text = new Set(stored.map(String));
        const missing = held.filter((point) => !text.has(String(point)));
        if (missing.length > 0 || stored.length !== held.length)
          found.push(
            `${source}: ${stored.length} of ${held.length}, without ${missing.map(([time]) => time)}`,
          );
      }
      return found;
    };
    // A system needs some time to send what it kept for a returning connection.
    await expect.poll(differing, { timeout: 300 * seconds, interval: 2 * seconds }).toEqual([]);
    const points = taken.reduce((sum, { source }) => sum + listRecorded(source).length, 0);
    console.log(`${points} points, each once`);
  },
);

test.for(chosen.filter((type) => type in playedSystems))(
  'no record of a system of type %s is lost or doubled, no work filed twice or lost, whatever fails',
  async (type) => {
    const random = begin(type);
    const system = await playedSystems[type]!();
    const { peer, requests } = system;
    onTestFinished(() => peer.stop());
    const product = await SoakedProduct.start(peer.origin);
    onTestFinished(() => product.remove());
    const { client } = product;
    const assets = system.assets ? [] : ['J-1', 'J-2', 'J-3'];
    for (const uniqueId of assets)
      await client.call('POST', '/api/assets', { uniqueId, assetName: `Asset ${uniqueId}` });
    const play = new Play(system, random.fork(), assets);
    if (system.assets) for (let at = 0; at < 40; at++) play.addAsset();
    for (let at = 0; at < 600; at++) play.addOrder();

    const { id } = await client.call<Connection>('POST', '/api/connections', {
      name: 'Maintenance',
      type,
      configuration: { ...system.configuration, url: product.proxy.url(peer.origin) },
    });
    if (requests) {
      const defaults = { SAP: null, HEXAGON: null, MAXIMO: null, [requests.system]: id };
      await client.call('PUT', '/api/connections/defaults', defaults);
    }
    const url = `/api/connections/${id}`;
    await client.call('POST', `${url}/resume`);
    const streams = () => product.client.call<StreamExtraction[]>('GET', `${url}/extraction`);
    const areRead = (since: number, of: 'lastRead' | 'lastCompared') => async () =>
      (await streams()).every((stream) => Date.parse(stream[of] ?? '') > since);
    await expect.poll(areRead(0, 'lastCompared'), patience).toBe(true);

    const twins: number[] = [];
    if (requests) {
      const found = await client.list<Asset>('/api/assets/filters', { filters: [] });
      for (const { id: assetId } of found.filter(({ source }) => source).slice(0, 5))
        twins.push((await client.call<Twin>('POST', '/api/twins', { assetId, active: true })).id);
    }
    const advisories: number[] = [];
    const askForWork = async () => {
      if (!requests) return;
      const twinId = random.pick(twins);
      advisories.push(await ask(() => product.client, requests, twinId, `Advisory ${advisories.length}`));
    };

    const life = setInterval(() => play.happen(), 200);
    onTestFinished(() => clearInterval(life));
    await causeFaults(
      {
        ...product.faults(random, async (pause) => {
          const { port } = peer;
          await peer.stop();
          await pause();
          await peer.start(port);
        }),
        'fail often': async () => {
          misbehave(system, random, 0.5);
          await sleep(random.next() * 10 * seconds);
          peer.behave();
        },
        'answer nothing': () => peer.misbehave({ kind: 'slow', isAfterEffect: true }),
        'answer late': () => peer.misbehave({ kind: 'late', milliseconds: random.next() * latest }),
        'repeat rows, or no longer': () => setPages(system, random),
        'set the clock': () => setClock(system, random),
        ...(system.expirePages && {
          'forget pages': async () => {
            system.expirePages!(true);
            await sleep(random.next() * 10 * seconds);
            system.expirePages!(false);
          },
        }),
      },
      { count: faults, milliseconds, random, between: askForWork },
    );
    clearInterval(life);
    peer.behave();
    peer.clockOffset = 0;

    const differences = (knowsGone: boolean) => () =>
      findDifferences({ client: product.client, connectionId: id, system, advisories, knowsGone });
    await expect.poll(areRead(Date.now(), 'lastRead'), patience).toBe(true);
    await expect.poll(differences(false), patience).toEqual([]);
    await product.client.call('POST', `${url}/extraction/read-again`, { stream: null });
    await expect.poll(areRead(0, 'lastCompared'), patience).toBe(true);
    await expect.poll(differences(true), patience).toEqual([]);
    expect(await product.client.call<Connection>('GET', url)).toMatchObject({ state: 'running' });
    console.log(`${system.orders.rows().length} orders and ${advisories.length} requests, each once`);
  },
);

/** The numbers of a proof. */
function begin(type: string): Random {
  console.log(`${type}: ${faults} faults in ${milliseconds / 60_000} minutes with SOAK_SEED=${seed}`);
  return new Random(seed);
}
