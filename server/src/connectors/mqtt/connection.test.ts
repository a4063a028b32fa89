import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startLocalHost } from '../../testing/connectors/local-host.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { makeSession } from '../../testing/factories.ts';
import type { TenantHost } from '../host/tenant-host.ts';
import { TestBroker } from './testing/broker.ts';

/** From a new connection to stored points, with the calls of the screens. */

const account = { user: 'reader', password: 'let me read' };

let test: TestApp;
let screens: ConnectionScreens;
let directory: string;
let host: TenantHost;
let broker: TestBroker;

beforeAll(async () => {
  test = await createTestApp();
  screens = new ConnectionScreens(test, await makeSession(test.tenant.db, { isAdmin: true }));
  directory = await mkdtemp(join(tmpdir(), 'mqtt-connection-'));
  broker = await TestBroker.start({ account });
  host = startLocalHost(test.tenant, directory);
});

afterAll(async () => {
  await host.close();
  await broker.close();
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

/** Publishes values from 0 to before `to`, a second apart, as a device that is known to the broker. */
async function publish(from: number, to: number): Promise<void> {
  const client = await connectAsync(broker.url, {
    clientId: 'device',
    username: account.user,
    password: account.password,
    reconnectPeriod: 0,
  });
  for (let value = from; value < to; value++) {
    const message = JSON.stringify({ flow: value, ts: new Date(start + value * 1000).toISOString() });
    await client.publishAsync('hall/1/state', message, { qos: 1, retain: true });
  }
  await client.endAsync(true);
}

const start = Date.parse('2026-01-02T03:04:05Z');

it('stores each point once across restarts of the broker and the connection', async () => {
  await publish(0, 1);
  const { id } = await screens.ask('POST', '/api/connections', {
    name: 'Hall',
    type: 'mqtt',
    configuration: {
      url: broker.url,
      ...account,
      format: 'plain',
      topics: ['hall/+/state | value=flow; time=ts'],
    },
  });
  const { steps } = await screens.request(id, { kind: 'test' });
  expect(steps.map(({ step, state }: Record<string, string>) => `${step} ${state}`)).toEqual([
    'resolve passed',
    'reach passed',
    'encrypt skipped',
    'sign-in passed',
    'read passed',
    'write skipped',
  ]);
  const [{ tagId }] = await screens.ask('POST', `/api/connections/${id}/sources`, [
    { source: 'hall/1/state', name: 'Hall 1 flow' },
  ]);
  const values = async () => (await screens.ask('GET', `/api/tags/${tagId}/data-points`)).points.values;
  const upTo = (end: number) => Array.from({ length: end }, (_, value) => value);

  await screens.ask('POST', `/api/connections/${id}/resume`);
  await expect.poll(values).toEqual(upTo(1));
  await publish(1, 20);
  await expect.poll(values).toEqual(upTo(20));

  await broker.stop();
  await broker.start();
  await expect.poll(() => broker.clients).toEqual([expect.stringMatching(/^twinward/)]);
  await publish(20, 40);
  await expect.poll(values).toEqual(upTo(40));

  await screens.ask('POST', `/api/connections/${id}/pause`);
  await expect.poll(async () => (await screens.ask('GET', `/api/connections/${id}`)).state).toBe('stopped');
  await publish(40, 60);
  await screens.ask('POST', `/api/connections/${id}/resume`);
  await expect.poll(values).toEqual(upTo(60));
  expect((await screens.ask('GET', `/api/tags/${tagId}/feed`)).gaps).toEqual([]);
  expect(broker.published.filter(({ client }) => client !== 'device')).toEqual([]);
});
