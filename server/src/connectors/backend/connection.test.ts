import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readHistoryOfConnection } from '../../modules/connections/connection/jobs.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { startLocalHost } from '../../testing/connectors/local-host.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { makeSession, makeUser } from '../../testing/factories.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import type { TenantHost } from '../host/tenant-host.ts';
import { Recording } from '../testing/recording.ts';
import { check, toPointsSide } from './config.ts';
import { live } from './live.ts';
import { roles } from './roles.ts';

/** Two installations, one of which reads the points of the other. */

let there: TestApp;
let here: TestApp;
let thereScreens: ConnectionScreens;
let hereScreens: ConnectionScreens;
let address: string;
let directory: string;
let host: TenantHost;

beforeAll(async () => {
  const environment = { CONNECT_LOCAL: 'on' };
  [there, here] = [await createTestApp(), await createTestApp({ environment })];
  thereScreens = new ConnectionScreens(there, await makeSession(there.tenant.db, { isAdmin: true }));
  hereScreens = new ConnectionScreens(here, await makeSession(here.tenant.db, { isAdmin: true }));
  address = await there.app.listen({ host: '127.0.0.1', port: 0 });
  directory = await mkdtemp(join(tmpdir(), 'backend-connection-'));
  startHost();
});

afterAll(async () => {
  await host.close();
  await Promise.all([there.close(), here.close()]);
  await rm(directory, { recursive: true, force: true });
});

function startHost(): void {
  host = startLocalHost(here.tenant, directory);
}

/** A connection to the other installation, with its token. */
async function share(name: string, sharedTags: string[]) {
  const { id } = await thereScreens.ask('POST', '/api/connections', {
    name,
    type: 'http',
    configuration: { unknownSources: 'list', sharedTags },
  });
  await thereScreens.ask('POST', `/api/connections/${id}/resume`);
  const { token } = await thereScreens.ask('POST', `/api/connections/${id}/token`);
  return { id, token };
}

async function makeTagThere(name: string, unit: string | null = null): Promise<number> {
  const tag = { name, caption: `Caption of ${name}`, type: 'data_point', unit };
  return (await thereScreens.ask('POST', '/api/tags', [tag]))[0].id;
}

type Point = [time: number, value: number | null];

const store = (tagId: number, points: readonly Point[]) =>
  thereScreens.ask(
    'POST',
    `/api/tags/${tagId}/data-points`,
    points.map(([time, value]) => ({ time, value, quality: value === null ? 'bad' : 'good' })),
  );

async function getPoints(screens: ConnectionScreens, tagId: number): Promise<Point[]> {
  const { points } = await screens.ask('GET', `/api/tags/${tagId}/data-points`);
  return points.times.map((time: number, i: number) => [time, points.values[i]]);
}

async function connect(name: string, token: string) {
  const { id } = await hereScreens.ask('POST', '/api/connections', {
    name,
    type: 'backend',
    configuration: { 'demeter.url': address, token, pollingInterval: 500 },
  });
  const read = () => hereScreens.ask('GET', `/api/connections/${id}`);
  return { id, read };
}

it('reads historical, live and late points across a restart', async () => {
  const tagThere = await makeTagThere('Plant.Pressure', 'bar');
  await makeTagThere('Secret.Pressure');
  const { token } = await share('For headquarters', ['Plant.*']);
  const { id, read } = await connect('Plant', token);
  const { steps } = await hereScreens.request(id, { kind: 'test' });
  expect(steps.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`)).toEqual([
    'resolve passed',
    'reach passed',
    'encrypt skipped',
    'sign-in passed',
    'read passed',
    'write skipped',
  ]);
  expect(steps[4].message).toBe('1 tag may be read.');

  const hour = 3_600_000;
  const start = Date.now() - 2 * hour;
  await store(
    tagThere,
    Array.from({ length: 1000 }, (_, i): Point => [start + i * 1000, i === 500 ? null : i]),
  );
  const { nodes } = await hereScreens.request(id, { kind: 'browse', parent: null, search: 'press' });
  expect(nodes).toMatchObject([
    { source: 'Plant.Pressure', description: 'Caption of Plant.Pressure', unit: 'bar', value: 999 },
  ]);
  const sources = [{ source: 'Plant.Pressure', name: 'Pressure', unit: 'bar' }];
  const [{ tagId }] = await hereScreens.ask('POST', `/api/connections/${id}/sources`, sources);
  await hereScreens.ask('POST', `/api/connections/${id}/resume`);
  await expect.poll(async () => (await read()).state).toBe('running');
  expect(await read()).toMatchObject({ clockSeconds: expect.any(Number) });
  const equal = async () =>
    expect(await getPoints(hereScreens, tagId)).toEqual(await getPoints(thereScreens, tagThere));

  await store(tagThere, [[start + hour, 7]]);
  await expect.poll(async () => (await getPoints(hereScreens, tagId)).at(-1)).toEqual([start + hour, 7]);
  const asked = { from: new Date(start).toISOString() };
  const { commandId } = await hereScreens.ask('POST', `/api/connections/${id}/history`, asked);
  await runCommand(here.tenant, { 'read-history': readHistoryOfConnection }, commandId);
  await equal();

  await store(tagThere, [[start + hour + 1000, 8]]);
  await expect.poll(async () => (await getPoints(hereScreens, tagId)).at(-1)?.[1]).toBe(8);
  await host.close();
  // Points of an hour arrive late while the host is stopped.
  await store(tagThere, [
    [start + hour / 2, 4],
    [start + hour + 2000, 9],
  ]);
  startHost();
  await expect.poll(async () => (await getPoints(hereScreens, tagId)).length).toBe(1004);
  await equal();
});

it('detects a stalled link with a long polling interval', async () => {
  await makeTagThere('Silent.Level');
  const { token } = await share('Silent', ['Silent.*']);
  const proxy = await startTcpProxy(address);
  onTestFinished(() => proxy.close());
  const own = await mkdtemp(join(directory, 'silent-'));
  const recording = new Recording(
    { ...roles, live: (...given) => live(...given, { interval: 100, timeout: 2000 }) },
    { 'demeter.url': proxy.url(address), token, pollingInterval: 60_000 },
    ['Silent.Level'],
    { directory: own },
  );
  await recording.subscribed;
  proxy.set('stall');
  expect(await recording.ended).toMatchObject({ kind: 'unreachable' });
});

it('shows only shared tags to a token', async () => {
  const tagThere = await makeTagThere('Own.Level');
  const { id, token } = await share('Pushing', []);
  const ask = (method: 'GET' | 'POST', url: string, body?: unknown) =>
    there.ask(method, url, { authorization: `Bearer ${token}` }, body);
  expect((await ask('GET', '/api/shared')).json()).toMatchObject({ name: 'Pushing', tags: 0 });
  await thereScreens.ask('POST', `/api/connections/${id}/sources`, [{ source: 'level', tagId: tagThere }]);
  expect((await ask('GET', '/api/shared')).json()).toMatchObject({ tags: 1 });
  await store(tagThere, [[1_700_000_000_000, 3]]);
  const tags = ['Own.Level', 'Plant.Pressure', 'nothing'].map((name) => ({ name, from: 0 }));
  expect((await ask('POST', '/api/shared/points', { tags })).json()).toEqual([
    { name: 'Own.Level', times: [1_700_000_000_000], values: [3], next: null },
  ]);
  const { tags: found } = (await ask('POST', '/api/shared/tags', { search: 'level' })).json();
  expect(found).toMatchObject([{ name: 'Own.Level', value: 3 }]);
  expect((await ask('GET', '/api/tags/1')).statusCode).toBe(403);
  await thereScreens.ask('POST', `/api/connections/${id}/pause`);
  expect((await ask('GET', '/api/shared')).statusCode).toBe(503);
});

it('rejects tokens of other types, and users without a token', async () => {
  const plc = { name: 'PLC', type: 'opcua', configuration: { url: 'opc.tcp://plc:4840' } };
  const { id } = await thereScreens.ask('POST', '/api/connections', plc);
  const { token } = await thereScreens.ask('POST', `/api/connections/${id}/token`);
  const headers = { authorization: `Bearer ${token}` };
  expect((await there.ask('GET', '/api/shared', headers)).statusCode).toBe(403);
  const admin = await makeSession(there.tenant.db, { isAdmin: true });
  expect((await there.ask('GET', '/api/shared', admin)).statusCode).toBe(400);
});

it('reports missing fields of a configuration', () => {
  const [points, library] = ['https://a.example', 'https://b.example/twins'];
  expect(check({ 'demeter.url': points, token: 't' })).toEqual([]);
  expect(check({ 'demeter.url': 'https://a.example?x', token: 't' })).toMatchObject([
    { path: 'demeter.url' },
  ]);
  // A token is never sent to another installation.
  const both = { 'demeter.url': points, 'library.url': library, token: 't' };
  expect(check(both)).toMatchObject([{ path: 'libraryToken' }]);
  expect(check({ ...both, libraryToken: 'l' })).toEqual([]);
  expect(() => toPointsSide({ 'demeter.url': points })).toThrow('token: Please enter a token');
});

it('imports a shared twin model, reports a newer version and imports it', async () => {
  const { token } = await share('Library', []);
  const publish = async (name: string, accessLevel: string, missionTime: string) => {
    const model = await thereScreens.ask('POST', '/api/library/models', { name, accessLevel });
    return change(model, { missionTime });
  };
  const change = async (model: TwinModel, over: object) => {
    const { id, name, accessLevel, definition, version } = model;
    const changed = { name, accessLevel, version, definition: { ...definition, ...over } };
    const draft = await thereScreens.ask('PUT', `/api/library/models/${id}`, changed);
    return thereScreens.ask('POST', `/api/library/models/${id}/publish`, { version: draft.version });
  };
  await publish('Own', 'tenant', 'P1Y');
  const shared: TwinModel = await publish('Pump', 'shared', 'P1Y');

  const connection = await hereScreens.ask('POST', '/api/connections', {
    name: 'Library of the plant',
    type: 'backend',
    configuration: { 'demeter.url': address, 'library.url': address, token },
  });
  const url = `/api/library/remote/${connection.id}/models`;
  expect(await hereScreens.ask('GET', url)).toMatchObject([
    { id: shared.id, name: 'Pump', major: 1, minor: 0, patch: 0, state: 'new', takenAs: null },
  ]);
  const preview = await hereScreens.ask('GET', `${url}/${shared.id}`);
  expect(preview.definition).toEqual(shared.definition);
  const taken: TwinModel = await hereScreens.ask('POST', `${url}/${shared.id}`);
  expect(taken).toMatchObject({ name: 'Pump', state: 'published', major: 1, accessLevel: 'tenant' });
  expect(taken.definition).toEqual(shared.definition);
  expect(await hereScreens.ask('GET', url)).toMatchObject([{ state: 'current', takenAs: taken.id }]);
  const { lastSync } = await hereScreens.ask('GET', '/api/library/status');
  expect(lastSync).not.toBeNull();

  const newer: TwinModel = await change(shared, { missionTime: 'P2Y' });
  const { major, minor, patch } = newer;
  expect(await hereScreens.ask('GET', url)).toMatchObject([{ state: 'newer', major, minor, patch }]);
  const updated: TwinModel = await hereScreens.ask('POST', `${url}/${shared.id}`);
  expect(updated).toMatchObject({ id: taken.id, major, minor, patch });
  expect(updated.definition.missionTime).toBe('P2Y');
  expect(await hereScreens.ask('GET', url)).toMatchObject([{ state: 'current' }]);

  const admin = await makeSession(here.tenant.db, { isAdmin: true });
  const again = await here.ask('POST', `${url}/${shared.id}`, admin);
  expect(again.statusCode).toBe(409);
});

it('shares a twin model without users and mail addresses', async () => {
  const { token } = await share('Library without users', []);
  const user = await makeUser(there.tenant.db);
  const who = [
    { type: 'user', id: user },
    { type: 'group', id: 'VIEWERS' },
    { type: 'email', value: 'ada@plant.example' },
  ];
  const actions = [
    { id: randomUUID(), type: 'notify', who },
    { id: randomUUID(), type: 'advisory', reviewerUserIds: [user], reviewerGroupIds: ['VIEWERS'] },
  ];
  const thresholds = [{ id: 3, name: 'Alarm', logic: '[Vibration] > 4', level: 500, actions }];
  const definition = {
    tagAliases: [{ id: 1, name: 'Vibration' }],
    indicators: [{ id: 2, name: 'High vibration', thresholds }],
  };
  const facts = { name: 'Pump with alarms', accessLevel: 'shared' };
  const { id, version } = await thereScreens.ask('POST', '/api/library/models', facts);
  const change = { ...facts, definition, version };
  const draft = await thereScreens.ask('PUT', `/api/library/models/${id}`, change);
  await thereScreens.ask('POST', `/api/library/models/${id}/publish`, { version: draft.version });

  const connection = await hereScreens.ask('POST', '/api/connections', {
    name: 'Library without users',
    type: 'backend',
    configuration: { 'demeter.url': address, 'library.url': address, token },
  });
  const preview = await hereScreens.ask('GET', `/api/library/remote/${connection.id}/models/${id}`);
  expect(preview.definition.indicators[0].thresholds[0].actions).toMatchObject([
    { type: 'notify', who: [{ type: 'group', id: 'VIEWERS' }] },
    { type: 'advisory', reviewerUserIds: [], reviewerGroupIds: ['VIEWERS'] },
  ]);
});
