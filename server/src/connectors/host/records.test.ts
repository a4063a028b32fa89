import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { recordFailed } from '../../modules/outcomes/advisory/service.ts';
import { createLogger } from '../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { Client } from '../../testing/client.ts';
import { Play } from '../../testing/connectors/played/play.ts';
import { runWithFaults } from '../../testing/connectors/played/run.ts';
import { playedSystems } from '../../testing/connectors/played/systems.ts';
import { makeConnected, makeScene, runTurn, type WorkScene } from '../../testing/connectors/work-scene.ts';
import { WorkSystem } from '../../testing/connectors/work-system.ts';
import { makeAsset, makeSession, makeTwin } from '../../testing/factories.ts';
import { Random } from '../../testing/proofs/partial/random.ts';
import { ConnectorFailure } from '../connector.ts';
import { findConnector } from '../registry.ts';
import { TenantHost } from './tenant-host.ts';

let test: TestApp;
let admin: Record<string, string>;
let client: Client;
let system: WorkSystem;
let directory: string;
let hosts: TenantHost[];

beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  client = new Client(await test.app.listen({ host: '127.0.0.1', port: 0 }), admin);
  directory = await mkdtemp(join(tmpdir(), 'twinward-records-'));
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  system = new WorkSystem();
  hosts = [];
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()));
  await sql`update connection set is_paused = true`.execute(test.tenant.db);
  await sql`delete from default_connection`.execute(test.tenant.db);
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await test.ask(method, path, admin, body);
  return { status: answer.statusCode, ...(answer.body === '' ? {} : { body: answer.json() }) };
}

const makeConnection = (): Promise<WorkScene> => makeScene(test.tenant.db, system);

function startHost(): TenantHost {
  const host = new TenantHost({
    tenant: test.tenant,
    log: createLogger('silent'),
    directory,
    allowsLocal: false,
    findConnector: (type) => (type === 'sap' ? system.connector : findConnector(type)),
    interval: 20,
  });
  hosts.push(host);
  return host;
}

/** An advisory with a work request. @returns its id */
async function ask(twinId: number, work: object = {}): Promise<number> {
  const asked = {
    system: 'SAP',
    type: 'PM01',
    shortDescription: 'Grease it',
    description: 'The bearing is hot.',
  };
  const made = await call('POST', '/api/advisories', { twinId, name: 'Hot', work: { ...asked, ...work } });
  expect(made.status).toBe(201);
  const { id, version } = made.body;
  await call('POST', `/api/advisories/${id}/transition`, { transition: 'submit', version });
  return id;
}
const getRequest = async (id: number) => (await call('GET', `/api/advisories/${id}`)).body.workRequest;

async function listWork(asset: string) {
  const { body } = await call('POST', '/api/work/filters', {
    filters: [{ field: 'TagName', operator: 'StartsWith', value: asset }],
  });
  return body;
}

describe('a connection to a work system', () => {
  it('reads assets and work, files a request once, and tracks it until completion', async () => {
    const { connectionId, prefix } = await makeConnection();
    const plant = `${prefix}PLANT`;
    const pump = `${prefix}PUMP`;
    system.asset(pump, { parent: plant, name: 'Feed pump' });
    system.asset(plant, { name: 'Plant' });
    const { number } = system.order({ asset: pump });
    startHost();
    await expect.poll(async () => (await listWork(pump)).length).toBe(1);
    const [order] = await listWork(pump);
    expect(order).toMatchObject({
      number,
      name: `Order ${number}`,
      kind: 'corrective',
      completed: null,
      tagName: `${pump} PM01`,
      source: { connectionId, key: number, stream: 'orders', goneAt: null },
    });

    const { body: assets } = await call('POST', '/api/assets/filters', {
      filters: [{ field: 'UniqueId', operator: 'EqualTo', value: pump }],
    });
    const [asset] = assets;
    expect(asset).toMatchObject({ assetName: 'Feed pump', source: { key: pump } });
    const twinId = await makeTwin(test.tenant.db, { assetId: asset.id });
    const advisoryId = await ask(twinId);
    await expect.poll(async () => (await getRequest(advisoryId)).number).not.toBeNull();
    const request = await getRequest(advisoryId);
    expect(request).toMatchObject({
      status: 'OPEN',
      phase: 'open',
      error: null,
      connection: { id: connectionId },
    });
    expect(system.filed).toMatchObject([
      {
        key: request.key,
        type: 'PM01',
        shortDescription: 'Grease it',
        asset: { uniqueId: pump, technicalNumber: pump },
      },
    ]);
    const done = new Date(Date.now() - 3_600_000).toISOString();
    system.change(request.number, { state: 'DONE', done });
    await Promise.all(hosts.map((host) => host.close()));
    startHost();
    await expect.poll(() => getRequest(advisoryId)).toMatchObject({ phase: 'completed', status: 'DONE' });
    const { workId } = await getRequest(advisoryId);
    expect((await call('GET', `/api/work/${workId}`)).body).toMatchObject({
      number: request.number,
      completed: done,
    });
    const { body: mtbf } = await call('PUT', `/api/assets/${asset.id}/mtbf/calc`);
    expect(mtbf).toMatchObject({ basis: { failureCount: 1 } });
  });

  it('rejects changes of owned fields, and deletion of the records', async () => {
    const { prefix } = await makeConnection();
    const pump = `${prefix}PUMP`;
    system.asset(pump);
    system.order({ asset: pump });
    startHost();
    await expect.poll(async () => (await listWork(pump)).length).toBe(1);
    const [order] = await listWork(pump);
    const name = order.source.connectionName;
    const renamed = await call('PUT', `/api/work/${order.id}`, { ...order, name: 'Mine', resource: 'Crew' });
    expect(renamed.status).toBe(400);
    expect(JSON.stringify(renamed.body)).toContain(`It is read from ${name} and can only be changed there.`);
    expect((await call('PUT', `/api/work/${order.id}`, { ...order, resource: 'Crew' })).status).toBe(200);
    expect((await call('DELETE', `/api/work/${order.id}`)).status).toBe(409);
    const { body: assets } = await call('POST', '/api/assets/filters', {
      filters: [{ field: 'UniqueId', operator: 'EqualTo', value: pump }],
    });
    const { id, category: _, class: __, type: ___, ...asset } = assets[0];
    const changed = await call('PUT', `/api/assets/${id}`, { ...asset, assetName: 'Mine' });
    expect(changed.status).toBe(400);
    expect(JSON.stringify(changed.body)).toContain('"assetName"');
    expect((await call('DELETE', `/api/assets/${id}`)).status).toBe(409);
    expect((await call('PUT', `/api/assets/${id}`, { ...asset, description: 'Ours' })).status).toBe(200);
  });

  it('keeps requests without a connection, and failed requests with the reason', async () => {
    const twinId = await makeTwin(test.tenant.db);
    const unrouted = await ask(twinId);
    expect(await getRequest(unrouted)).toMatchObject({
      status: 'not sent: no connection',
      connection: null,
      attempts: 0,
    });
    system.misbehave = (what, when) => {
      if (what === 'file' && when === 'before') throw new Error('The priority 9 is not known.');
    };
    const { connectionId } = await makeConnection();
    expect(await getRequest(unrouted)).toMatchObject({
      status: 'waiting to be sent',
      connection: { id: connectionId },
    });
    startHost();
    await expect
      .poll(async () => (await getRequest(unrouted)).error)
      .toContain('The priority 9 is not known.');
    expect(await getRequest(unrouted)).toMatchObject({
      attempts: 1,
      sentAt: null,
      retryAt: expect.any(String),
    });
    const { body: notifications } = await call('GET', '/api/notifications');
    expect(notifications[0].message).toContain('was not sent: ');
    expect(notifications[0].url).toContain(`/advisories/${unrouted}`);
    system.misbehave = () => {};
    expect((await call('POST', `/api/advisories/${unrouted}/work-request/send`)).status).toBe(200);
    await expect.poll(async () => (await getRequest(unrouted)).number).not.toBeNull();
    expect((await call('POST', `/api/advisories/${unrouted}/work-request/send`)).status).toBe(409);
    expect(system.filed).toHaveLength(1);
  });
});

describe('a work request', () => {
  it('goes to the connection of the twin, of the asset, or the default', async () => {
    const { db } = test.tenant;
    const ofTwin = await makeConnection();
    const ofAsset = await makeConnection();
    const ofSystem = await makeConnection();
    const assetId = await makeAsset(db);
    const twinId = await makeTwin(db, { assetId });
    const advisoryId = await ask(twinId);
    const routed = async () => (await getRequest(advisoryId)).connection?.id;
    expect(await routed()).toBe(ofSystem.connectionId);
    await sql`update asset set connection_id = ${ofAsset.connectionId} where id = ${assetId}`.execute(db);
    expect(await routed()).toBe(ofAsset.connectionId);
    await sql`update twin set connection_id = ${ofTwin.connectionId} where id = ${twinId}`.execute(db);
    expect(await routed()).toBe(ofTwin.connectionId);
    // A connection to a system that does not accept work of SAP.
    await sql`update connection set type = 'maximo' where id = ${ofTwin.connectionId}`.execute(db);
    expect(await routed()).toBe(ofAsset.connectionId);
    await runTurn(ofSystem);
    expect(system.filed).toEqual([]);
    await runTurn(ofAsset);
    expect(system.filed).toHaveLength(1);
    expect(await getRequest(advisoryId)).toMatchObject({
      connection: { id: ofAsset.connectionId },
      attempts: 1,
    });
  });

  it('is not filed again while an attempt may be in progress', async () => {
    const scene = await makeConnection();
    const advisoryId = await ask(await makeTwin(test.tenant.db));
    let isLost = true;
    system.misbehave = (what, when) => {
      if (isLost && what === 'file' && when === 'before')
        throw new ConnectorFailure('unreachable', 'No answer.');
    };
    await expect(runTurn(scene)).rejects.toThrow('No answer.');
    isLost = false;
    expect((await call('POST', `/api/advisories/${advisoryId}/work-request/send`)).status).toBe(200);
    await runTurn(scene);
    expect(await getRequest(advisoryId)).toMatchObject({ attempts: 1, sentAt: null, error: 'No answer.' });
    expect(system.filed).toEqual([]);
    await sql`update work_request set taken_until = null, retry_at = null`.execute(test.tenant.db);
    await runTurn(scene);
    expect(await getRequest(advisoryId)).toMatchObject({ attempts: 2, error: null });
    expect(system.filed).toHaveLength(1);
  });

  it('ignores a late failure of an earlier attempt', async () => {
    const { db } = test.tenant;
    const { groupId } = await makeConnection();
    const advisoryId = await ask(await makeTwin(db));
    const { rows } = await sql<{ id: number }>`
      update work_request set attempts = 2, taken_until = now() + interval '1 minute'
      where advisory_id = ${advisoryId} returning id`.execute(db);
    await recordFailed(db, groupId, rows[0]!.id, 1, 'Too late.', { delay: 0, hold: 0 });
    expect(await getRequest(advisoryId)).toMatchObject({ error: null, retryAt: null });
  });

  it('can be sent to another connection after its own was deleted', async () => {
    const { db } = test.tenant;
    const first = await makeConnection();
    const advisoryId = await ask(await makeTwin(db));
    system.misbehave = (what) => {
      if (what === 'file') throw new ConnectorFailure('refused', 'No such type.');
    };
    await runTurn(first);
    system.misbehave = () => {};
    await sql`delete from connection where id = ${first.connectionId}`.execute(db);
    const second = await makeConnection();
    expect((await getRequest(advisoryId)).connection).toBeNull();
    await call('POST', `/api/advisories/${advisoryId}/work-request/send`);
    expect((await getRequest(advisoryId)).connection).toMatchObject({ id: second.connectionId });
    await runTurn(second);
    expect(system.filed).toHaveLength(1);
    expect((await getRequest(advisoryId)).number).not.toBeNull();
  });

  it('shows the state of work that was completed in the system', async () => {
    const { db } = test.tenant;
    const scene = await makeConnection();
    const assetId = await makeAsset(db);
    system.asset((await call('GET', `/api/assets/${assetId}`)).body.uniqueId);
    const advisoryId = await ask(await makeTwin(db, { assetId }));
    await runTurn(scene);
    const { number } = await getRequest(advisoryId);
    system.change(number, { state: 'DONE', done: new Date().toISOString() });
    await runTurn(scene);
    expect(await getRequest(advisoryId)).toMatchObject({ phase: 'completed', status: 'DONE' });
  });
});

describe.each(Object.keys(playedSystems))('%s with random failures', (type) => {
  it('stores every record once and files every request once', async () => {
    const { db } = test.tenant;
    const played = await playedSystems[type]!();
    onTestFinished(() => played.peer.stop());
    const random = new Random(7);
    const own = played.assets ? [] : [await makeUniqueAsset('J-1'), await makeUniqueAsset('J-2')];
    const play = new Play(played, random.fork(), own);
    if (played.assets) for (let at = 0; at < 5; at++) play.addAsset();
    for (let at = 0; at < 70; at++) play.addOrder();
    const configuration = { ...played.configuration, url: played.peer.origin };
    const connected = await makeConnected(
      db,
      findConnector(type)!,
      configuration,
      played.requests?.system ?? null,
    );
    const makeTwinThere = async () => {
      const { uniqueId } = played.assets!.read(played.assets!.rows()[0]!);
      const filters = [{ field: 'UniqueId', operator: 'EqualTo', value: uniqueId }];
      const [asset] = (await call('POST', '/api/assets/filters', { filters })).body;
      return makeTwin(db, { assetId: asset.id });
    };
    const run = { connected, system: played, play, client, random, rounds: 6, makeTwin: makeTwinThere };
    await runWithFaults(run);
  });
});

async function makeUniqueAsset(uniqueId: string): Promise<string> {
  expect((await call('POST', '/api/assets', { uniqueId, assetName: uniqueId })).status).toBe(201);
  return uniqueId;
}
