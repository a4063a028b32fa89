import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { makeSession } from '../../testing/factories.ts';
import { buildProduct, Instance } from '../../testing/instance.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { TestBroker } from '../mqtt/testing/broker.ts';

/** `npm start connect` as a separate process, between a real broker and a real server. */

let test: TestApp;
let screens: ConnectionScreens;
let proxy: TcpProxy;
let broker: TestBroker;
let directory: string;
let plant: Instance;

beforeAll(async () => {
  buildProduct();
  test = await createTestApp();
  proxy = await startTcpProxy(await test.app.listen({ host: '127.0.0.1', port: 0 }));
  screens = new ConnectionScreens(test, await makeSession(test.tenant.db, { isAdmin: true }));
  broker = await TestBroker.start();
  directory = await mkdtemp(join(tmpdir(), 'plant-process-'));
});
afterAll(async () => {
  await plant.end('SIGKILL');
  await proxy.close();
  await broker.close();
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

const begin = Date.parse('2026-01-02T03:04:05Z');

async function publish(from: number, to: number): Promise<void> {
  const client = await connectAsync(broker.url, { clientId: 'device', reconnectPeriod: 0 });
  for (let value = from; value < to; value++) {
    const message = JSON.stringify({ flow: value, ts: new Date(begin + value * 1000).toISOString() });
    await client.publishAsync('hall/1/state', message, { qos: 1 });
  }
  await client.endAsync(true);
}

it('stores each point once despite server outages and kills', async () => {
  const { id } = await screens.ask('POST', '/api/connections', {
    name: 'Hall',
    type: 'mqtt',
    place: 'plant',
    configuration: { url: broker.url, format: 'plain', topics: ['hall/+/state | value=flow; time=ts'] },
  });
  const [{ tagId }] = await screens.ask('POST', `/api/connections/${id}/sources`, [
    { source: 'hall/1/state', name: 'Hall 1 flow' },
  ]);
  await screens.ask('POST', `/api/connections/${id}/resume`);
  const { token } = await screens.ask('POST', `/api/connections/${id}/token`);
  const environment = {
    SERVER_URL: proxy.url('http://127.0.0.1').replace(/\/$/, ''),
    CONNECTION_TOKEN: token,
    CONNECT_LOCAL: 'on',
    SPOOL_MEGABYTES: '1',
  };
  const start = () => new Instance({ directory, environment, mode: ['connect'] });
  const values = async () => (await screens.ask('GET', `/api/tags/${tagId}/data-points`)).points.values;
  const upTo = (end: number) => Array.from({ length: end }, (_, value) => value);
  const isOn = () => expect.poll(() => broker.clients).toEqual([expect.stringMatching(/^twinward/)]);

  plant = start();
  await plant.says(/Twinward runs Hall here/);
  await isOn();
  // Waits for the subscription: the broker does not retain earlier messages.
  await expect.poll(async () => (await screens.ask('GET', `/api/connections/${id}`)).state).toBe('running');
  await publish(0, 20);
  await expect.poll(values).toEqual(upTo(20));

  proxy.set('refuse');
  const before = broker.acknowledged.length;
  await publish(20, 40);
  // Acknowledged messages are on the disk.
  await expect.poll(() => broker.acknowledged.length).toBe(before + 20);
  expect(await values()).toHaveLength(20);
  await plant.end('SIGKILL');
  await publish(40, 60);
  plant = start();
  await isOn();
  await publish(60, 80);
  proxy.set('forward');
  await expect.poll(values).toEqual(upTo(80));
  expect(plant.errors).not.toContain(token);
  expect(await plant.end('SIGTERM')).toBe(0);
});

it('reports why it does not start', async () => {
  const start = (environment: Record<string, string>) =>
    new Instance({ directory, environment, mode: ['connect'] });
  const unset = start({});
  expect(await unset.ends()).toBe(1);
  expect(unset.errors).toMatch(/^SERVER_URL is not set: .+\nCONNECTION_TOKEN is not set: /m);
  const open = start({ SERVER_URL: 'http://twinward.example.com', CONNECTION_TOKEN: 'connection-x' });
  expect(await open.ends()).toBe(1);
  expect(open.errors).toMatch(/^SERVER_URL is not https/m);
});
