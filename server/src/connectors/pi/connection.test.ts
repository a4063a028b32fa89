import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startLocalHost } from '../../testing/connectors/local-host.ts';
import { PiServer } from '../../testing/connectors/pi/server.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { makeSession } from '../../testing/factories.ts';
import type { TenantHost } from '../host/tenant-host.ts';

/** From a new connection to stored points, with the calls of the screens and restarts of the server and the host. */

let test: TestApp;
let screens: ConnectionScreens;
let directory: string;
let host: TenantHost;
let server: PiServer;

beforeAll(async () => {
  test = await createTestApp();
  screens = new ConnectionScreens(test, await makeSession(test.tenant.db, { isAdmin: true }));
  directory = await mkdtemp(join(tmpdir(), 'pi-connection-'));
  server = new PiServer();
  await server.start();
  startHost();
});

afterAll(async () => {
  await host.close();
  await server.remove();
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

function startHost(): void {
  host = startLocalHost(test.tenant, directory);
}

async function connect(name: string, over: object = {}) {
  const { id } = await screens.ask('POST', '/api/connections', {
    name,
    type: 'pi',
    configuration: { server: server.url, user: server.user, password: server.password, ...over },
  });
  const { steps } = await screens.request(id, { kind: 'test' });
  expect(steps.filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);
  const { nodes } = await screens.request(id, { kind: 'browse', parent: null, search: name });
  const taken: { source: string; tagId: number }[] = await screens.ask(
    'POST',
    `/api/connections/${id}/sources`,
    nodes.map((node: { source: string; name: string; unit: string | null }) => ({
      source: node.source,
      name: node.name,
      unit: node.unit,
    })),
  );
  await screens.ask('POST', `/api/connections/${id}/resume`);
  return { id, taken, read: () => screens.ask('GET', `/api/connections/${id}`) };
}

async function getPoints(tagId: number): Promise<[number, number | null][]> {
  const { points } = await screens.ask('GET', `/api/tags/${tagId}/data-points`);
  return points.times.map((time: string | number, i: number) => [new Date(time).getTime(), points.values[i]]);
}

/** The values of the archive, one for each millisecond. */
const listArchived = (source: string): [number, unknown][] => [
  ...new Map(server.archive.findByPath(source)!.values.map(({ time, value }) => [time, value])),
];

it.each([
  ['Channel, 5 minutes ahead', { delivery: 'channel' }, 300_000],
  ['Updates, 5 minutes behind', { delivery: 'updates', pollingInterval: 500 }, -300_000],
])('stores each point once across restarts of the server and the host: %s', async (name, over, ahead) => {
  server.ahead = ahead;
  const sources = [0, 1, 2].map((i) => server.add(`${name} ${i}`, { unit: 'bar' }));
  for (const source of sources) server.record(source, 0);
  const { id, taken, read } = await connect(name, over);
  expect(taken.map(({ source }) => source)).toEqual(sources);
  const record = (count: number) => {
    for (let i = 0; i < count; i++) for (const source of sources) server.record(source, Math.random());
  };
  await expect.poll(async () => (await read()).state).toBe('running');
  record(5);
  await expect.poll(async () => (await getPoints(taken[0]!.tagId)).length).toBeGreaterThan(0);

  server.faults.push(
    { kind: 'failed', calls: /recorded/, times: 1 },
    { kind: 'truncated', calls: /recorded/, times: 1 },
    { kind: 'web exception', calls: /streamsets\/updates/, times: 1 },
  );
  await server.stop();
  record(5);
  await server.start();
  record(5);
  server.forgetMarkers();
  await host.close();
  record(5);
  startHost();
  await expect.poll(async () => (await read()).state).toBe('running');
  record(5);

  for (const { source, tagId } of taken)
    await expect.poll(() => getPoints(tagId)).toEqual(listArchived(source));
  await expect.poll(async () => (await read()).tracking.backfills).toEqual([]);
  for (const { source, tagId } of taken) expect(await getPoints(tagId)).toEqual(listArchived(source));
  server.ahead = 0;
  // A later test counts the calls of the server.
  await screens.ask('POST', `/api/connections/${id}/pause`);
  await expect.poll(async () => (await read()).state).toBe('stopped');
});

it('does not retry a rejected sign-in', async () => {
  server.add('Locked 0');
  const { id, read } = await connect('Locked');
  await expect.poll(async () => (await read()).state).toBe('running');
  const { configuration, version } = await read();
  const change = { name: 'Locked', version, configuration: { ...configuration, password: 'wrong' } };
  await screens.ask('PUT', `/api/connections/${id}`, change);
  await expect.poll(async () => (await read()).state).toBe('failed');
  const tried = server.calls.length;
  await screens.request(id, { kind: 'preview', sources: ['\\\\PLANT\\Locked 0'] });
  expect(server.calls.length).toBe(tried + 1);
  expect((await read()).message).toContain('401');
});
