import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Recording, readRecording, timeOfValue, valueAt } from '../../demo-systems/opcua/recording.ts';
import { demoUser, startDemoServer } from '../../demo-systems/opcua/server.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startLocalHost } from '../../testing/connectors/local-host.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { makeSession } from '../../testing/factories.ts';
import { freePort } from '../../testing/free-port.ts';
import type { TenantHost } from '../host/tenant-host.ts';

/** From a new connection to stored points, with the calls of the screens, against the server of the demo. */

let test: TestApp;
let screens: ConnectionScreens;
let directory: string;
let host: TenantHost;
let port: number;
let recording: Recording;
let server: { stop(): Promise<void> };

beforeAll(async () => {
  test = await createTestApp();
  screens = new ConnectionScreens(test, await makeSession(test.tenant.db, { isAdmin: true }));
  directory = await mkdtemp(join(tmpdir(), 'opcua-connection-'));
  port = await freePort();
  recording = { ...(await readRecording()), step: 200 };
  await startServer();
  host = startLocalHost(test.tenant, join(directory, 'connections'));
});

afterAll(async () => {
  await host.close();
  await server.stop();
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  server = await startDemoServer(recording, port, join(directory, 'server'));
}

it('stores each point once across an outage of the server', async () => {
  const { id } = await screens.ask('POST', '/api/connections', {
    name: 'Reactor',
    type: 'opcua',
    configuration: {
      url: `opc.tcp://127.0.0.1:${port}`,
      securityMode: 'SignAndEncrypt',
      ...demoUser,
      publishingInterval: 100,
      samplingInterval: 0,
      queueSize: 100,
      deadband: 0,
    },
  });
  const refused = await screens.request(id, { kind: 'test' });
  const { certificate } = refused.steps.at(-1);
  await screens.ask('POST', `/api/connections/${id}/trusted-certificates`, {
    fingerprint: certificate.fingerprint,
  });
  const { steps } = await screens.request(id, { kind: 'test' });
  expect(steps.filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);

  const { nodes } = await screens.request(id, { kind: 'browse', parent: null, search: 'reactor pressure' });
  const found = nodes.find(({ name }: { name: string }) => name === 'Reactor / Reactor pressure');
  const [{ tagId }] = await screens.ask('POST', `/api/connections/${id}/sources`, [
    { source: found.source, name: 'Reactor pressure', unit: found.unit },
  ]);
  await screens.ask('POST', `/api/connections/${id}/resume`);

  const points = async (): Promise<{ times: number[]; values: number[] }> => {
    const { points: stored } = await screens.ask('GET', `/api/tags/${tagId}/data-points`);
    return {
      times: stored.times.map((time: string | number) => new Date(time).getTime()),
      values: stored.values,
    };
  };
  await expect.poll(async () => (await points()).times.length).toBeGreaterThan(3);
  await server.stop();
  const stopped = timeOfValue(recording, Date.now());
  await startServer();
  const started = timeOfValue(recording, Date.now());
  const missed: number[] = [];
  for (let time = stopped + recording.step; time <= started; time += recording.step) missed.push(time);
  expect(missed.length).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const { times } = await points();
      return missed.filter((time) => !times.includes(time));
    })
    .toEqual([]);
  const { times, values } = await points();
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  const signal = recording.signals.find(({ name }) => name === 'XMEAS-07')!;
  expect(values).toEqual(times.map((time) => valueAt(recording, signal, time)));
});
