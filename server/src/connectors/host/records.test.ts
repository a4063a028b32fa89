import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { hostileRun, type WorkScene } from '../../testing/connectors/work-run.ts';
import { WorkSystem } from '../../testing/connectors/work-system.ts';
import { makeSession, makeTwin } from '../../testing/factories.ts';
import { connectorOf } from '../registry.ts';
import { TenantHost } from './tenant-host.ts';

let test: TestApp;
let admin: Record<string, string>;
let system: WorkSystem;
let directory: string;
let hosts: TenantHost[];
let count = 0;

beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
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

/** A connection to the system, resumed, that takes the work of SAP. */
async function makeConnection(): Promise<WorkScene> {
  const { db } = test.tenant;
  count += 1;
  const group = await sql<{
    id: number;
  }>`insert into connection_group (type) values ('sap') returning id`.execute(db);
  const groupId = group.rows[0]!.id;
  const configuration = JSON.stringify({ url: `https://sap-${count}.test`, password: system.password });
  const { rows } = await sql<{ id: number }>`
    insert into connection (name, type, connection_group_id, configuration, is_paused)
    values (${`SAP ${count}`}, 'sap', ${groupId}, ${configuration}, false) returning id`.execute(db);
  const { id } = rows[0]!;
  await sql`insert into connection_state (connection_id) values (${id})`.execute(db);
  await sql`insert into default_connection (system, connection_id) values ('SAP', ${id})`.execute(db);
  return {
    db,
    connectionId: id,
    groupId,
    system,
    prefix: `S${count}-`,
    configuration: JSON.parse(configuration),
  };
}

function startHost(): TenantHost {
  const host = new TenantHost({
    tenant: test.tenant,
    log: createLogger('silent'),
    directory,
    allowsLocal: false,
    connectorOf: (type) => (type === 'sap' ? system.connector : connectorOf(type)),
    interval: 20,
  });
  hosts.push(host);
  return host;
}

/** An advisory that asks for work. @returns its id */
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
const requestOf = async (id: number) => (await call('GET', `/api/advisories/${id}`)).body.workRequest;

async function workOf(asset: string) {
  const { body } = await call('POST', '/api/work/filters', {
    filters: [{ field: 'TagName', operator: 'StartsWith', value: asset }],
  });
  return body;
}

describe('a connection to a work system', () => {
  it('reads assets and work, files a request once, and follows it until it is completed', async () => {
    const { connectionId, prefix } = await makeConnection();
    const plant = `${prefix}PLANT`;
    const pump = `${prefix}PUMP`;
    system.asset(pump, { parent: plant, name: 'Feed pump' });
    system.asset(plant, { name: 'Plant' });
    const { number } = system.order({ asset: pump });
    startHost();
    await expect.poll(async () => (await workOf(pump)).length).toBe(1);
    const [order] = await workOf(pump);
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
    await expect.poll(async () => (await requestOf(advisoryId)).number).not.toBeNull();
    const request = await requestOf(advisoryId);
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
    await expect.poll(async () => (await requestOf(advisoryId)).phase).toBe('completed');
    const { workId } = await requestOf(advisoryId);
    expect((await call('GET', `/api/work/${workId}`)).body).toMatchObject({
      number: request.number,
      completed: done,
    });
    const { body: mtbf } = await call('PUT', `/api/assets/${asset.id}/mtbf/calc`);
    expect(mtbf).toMatchObject({ basis: { failureCount: 1 } });
  });

  it('refuses changes of fields that the system owns, and their deletion', async () => {
    const { prefix } = await makeConnection();
    const pump = `${prefix}PUMP`;
    system.asset(pump);
    system.order({ asset: pump });
    startHost();
    await expect.poll(async () => (await workOf(pump)).length).toBe(1);
    const [order] = await workOf(pump);
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

  it('keeps a request without a connection, and one that fails with the reason', async () => {
    const twinId = await makeTwin(test.tenant.db);
    const unrouted = await ask(twinId);
    expect(await requestOf(unrouted)).toMatchObject({
      status: 'not sent: no connection',
      connection: null,
      attempts: 0,
    });
    system.misbehave = (what, when) => {
      if (what === 'file' && when === 'before') throw new Error('The priority 9 is not known.');
    };
    const { connectionId } = await makeConnection();
    expect(await requestOf(unrouted)).toMatchObject({
      status: 'waiting to be sent',
      connection: { id: connectionId },
    });
    startHost();
    await expect
      .poll(async () => (await requestOf(unrouted)).error)
      .toContain('The priority 9 is not known.');
    expect(await requestOf(unrouted)).toMatchObject({
      attempts: 1,
      sentAt: null,
      retryAt: expect.any(String),
    });
    const { body: told } = await call('GET', '/api/notifications');
    expect(told[0].message).toContain('was not sent: ');
    expect(told[0].url).toContain(`/advisories/${unrouted}`);
    system.misbehave = () => {};
    expect((await call('POST', `/api/advisories/${unrouted}/work-request/send`)).status).toBe(200);
    await expect.poll(async () => (await requestOf(unrouted)).number).not.toBeNull();
    expect((await call('POST', `/api/advisories/${unrouted}/work-request/send`)).status).toBe(409);
    expect(system.filed).toHaveLength(1);
  });
});

describe('faults at random', () => {
  it.each([1, 2, 3])('lose and double nothing (seed %i)', async (seed) => {
    const scene = await makeConnection();
    const twins: number[] = [];
    await hostileRun(scene, seed, {
      rounds: 12,
      ask: async () => {
        if (twins.length < 3) twins.push(await makeTwin(test.tenant.db));
        return ask(twins[scene.system.orders.size % twins.length]!);
      },
    });
  });
});
