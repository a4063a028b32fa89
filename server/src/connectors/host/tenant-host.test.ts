import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readHistoryOfConnection } from '../../modules/connections/connection/jobs.ts';
import { addLog, pruneRequests, writeStates } from '../../modules/connections/connection/service.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { makeFedTag } from '../../testing/connectors/fed-tag.ts';
import { Peer } from '../../testing/connectors/peer.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../testing/factories.ts';
import { ConnectorFailure } from '../connector.ts';
import { findConnector } from '../registry.ts';
import { TenantHost } from './tenant-host.ts';

let test: TestApp;
let directory: string;
let manager: Record<string, string>;
let peer: Peer;
let hosts: TenantHost[];

beforeAll(async () => {
  test = await createTestApp();
  directory = await mkdtemp(join(tmpdir(), 'twinward-host-'));
  manager = await makeSession(test.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  peer = new Peer();
  hosts = [];
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()));
  await sql`update connection set is_paused = true`.execute(test.tenant.db);
});

function startHost(tenant = test.tenant): TenantHost {
  const host = new TenantHost({
    tenant,
    log: createLogger('silent'),
    directory,
    allowsLocal: false,
    findConnector: (type) => (type === 'opcua' ? peer.connector : findConnector(type)),
    interval: 20,
  });
  hosts.push(host);
  return host;
}

/** A running connection to the peer with a fed tag. */
const makeConnection = (groupId?: number) =>
  makeFedTag(test.tenant.db, { place: 'server', password: peer.password, groupId });

const read = async (id: number) => (await test.ask('GET', `/api/connections/${id}`, manager)).json();
const getState = async (id: number) => (await read(id)).state;

/** Notifications of connection managers about a connection. */
async function listNotices(id: number) {
  const { body } = await test.ask('GET', '/api/notifications', manager);
  return JSON.parse(body).filter(({ url }: { url: string }) => url === `/settings/connections/${id}`);
}

async function getPoints(tagId: number): Promise<number[]> {
  const admin = await makeSession(test.tenant.db, { isAdmin: true });
  const { points } = (await test.ask('GET', `/api/tags/${tagId}/data-points`, admin)).json();
  return points.values;
}

/** For `Peer.record`, so that no point is ahead of the clock. */
const hourAgo = Date.now() - 3_600_000;

it('runs a resumed connection, stores its points, and stops it when paused', async () => {
  const { id, source, tagId } = await makeConnection();
  startHost();
  await expect.poll(() => getState(id)).toBe('running');
  await peer.record(source, hourAgo, 21.5);
  expect(await getPoints(tagId)).toEqual([21.5]);
  const lastPointTime = new Date(hourAgo).toISOString();
  await expect.poll(() => read(id)).toMatchObject({ isActive: true, lastPointTime });
  expect((await test.ask('POST', `/api/connections/${id}/pause`, manager)).statusCode).toBe(200);
  await expect.poll(() => read(id)).toMatchObject({ state: 'stopped', isActive: false });
  expect(peer.links).toBe(0);
  expect((await read(id)).status.map(({ state }: { state: string }) => state)).toEqual([
    'stopped',
    'running',
    'starting',
  ]);
});

it('hands a connection over to another process after a kill', async () => {
  const { db, connectionString } = test.tenant;
  const { id, groupId, source, tagId } = await makeConnection();
  const database = createDatabase(connectionString, { work: 'connection' });
  const killed = startHost({ ...test.tenant, ...database });
  await expect.poll(() => getState(id)).toBe('running');
  startHost();
  const group = async () =>
    (
      await sql<{ fence: number; runner: string }>`
      select fence, runner from connection_group where id = ${groupId}`.execute(db)
    ).rows[0]!;
  const before = await group();
  // Simulates a kill: the process loses its database and its links.
  await database.db.destroy();
  peer.cut();
  await killed.close().catch(() => undefined);
  await peer.record(source, hourAgo, 1);
  await sql`update connection_group set lease_until = now(), live_until = ${new Date(hourAgo)}
    where id = ${groupId}`.execute(db);
  await expect.poll(async () => (await group()).runner).not.toBe(before.runner);
  expect((await group()).fence).toBe(before.fence + 1);
  await expect.poll(() => getPoints(tagId)).toEqual([1]);
});

it('switches to a standby connection, and shows the other one as standby', async () => {
  const first = await makeConnection();
  const second = await makeConnection(first.groupId);
  startHost();
  await expect.poll(() => getState(first.id)).toBe('running');
  await expect.poll(async () => (await read(second.id)).message).toBe(`Standby for ${first.name}.`);
  await test.ask('POST', `/api/connections/${first.id}/pause`, manager);
  await expect.poll(() => read(second.id)).toMatchObject({ state: 'running', isActive: true });
});

it('releases the lease while it waits if a connection at the plant may deliver', async () => {
  const { db } = test.tenant;
  const { id, groupId } = await makeConnection();
  await makeFedTag(db, { place: 'plant', password: peer.password, groupId });
  peer.refusal = new ConnectorFailure('unreachable', 'no answer');
  startHost();
  await expect.poll(() => getState(id)).toBe('degraded');
  const isLeased = async () =>
    (
      await sql<{ isLeased: boolean }>`
      select runner is not null as "isLeased" from connection_group where id = ${groupId}`.execute(db)
    ).rows[0]!.isLeased;
  await expect.poll(isLeased).toBe(false);
});

it('stops after a rejected password, notifies without secrets, and starts when resumed', async () => {
  const { id, name } = await makeConnection();
  peer.password = 'changed-by-the-peer';
  startHost();
  const message = 'The password ••• was refused.';
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', message, lastError: message });
  const { body } = await test.ask('GET', '/api/notifications', manager);
  expect(JSON.parse(body)).toContainEqual(
    expect.objectContaining({
      sourceType: 'connection',
      type: 'failed',
      message: `The connection ${name} failed: ${message}`,
      url: `/settings/connections/${id}`,
    }),
  );
  const attempts = peer.attempts.length;
  const log = await test.ask('POST', `/api/connections/${id}/log/filters`, manager, {});
  expect(log.json()).toContainEqual(expect.objectContaining({ level: 'error', message }));
  expect(log.body + body).not.toContain('secret-of-the-peer');
  await hosts[0]!.look();
  expect(peer.attempts).toHaveLength(attempts);
  peer.password = 'secret-of-the-peer';
  await test.ask('POST', `/api/connections/${id}/resume`, manager);
  await expect.poll(() => getState(id)).toBe('running');
});

it('notifies once that a pushed connection is quiet', async () => {
  const { db } = test.tenant;
  const configuration = { unknownSources: 'list' };
  const made = await test.ask('POST', '/api/connections', manager, {
    name: 'Push',
    type: 'http',
    configuration,
  });
  const { id, connectionGroupId: groupId } = made.json();
  const assetId = await makeAsset(db, { assetName: 'Press' });
  const tagId = await makeTag(db, { assetIds: [assetId] });
  await sql`update tag set connection_group_id = ${groupId}, source = 'door' where id = ${tagId}`.execute(db);
  const aliases = ['Door', 'Gate', 'Lid', 'Hatch'].map((name) => ({
    name,
    type: 'data_point' as const,
    mappedTagId: tagId,
  }));
  const twinId = await makeTwin(db, { assetId, aliases });
  await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'Open', logic: '[Door] + [Gate] + [Lid] + [Hatch] > 1', level: 700 }],
  });
  const settings = { intervalType: 'calendar', expectedInterval: 'PT0.2S', tolerance: 'PT1S' };
  await sql`
    update protection_alias set settings = ${JSON.stringify(settings)} from tag_alias
    where tag_alias.id = tag_alias_id and twin_id = ${twinId}`.execute(db);
  await test.ask('POST', `/api/connections/${id}/resume`, manager);
  startHost();
  await expect.poll(() => getState(id)).toBe('degraded');
  expect(await listNotices(id)).toMatchObject([
    {
      sourceType: 'connection',
      type: 'quiet',
      groupCount: 1,
      message: expect.stringMatching(/It feeds Door of Press, Gate of Press, Hatch of Press and 1 more\.$/),
    },
  ]);
});

it('reports secrets that cannot be decrypted, and runs after they are entered again', async () => {
  const { id } = await makeConnection();
  const { db } = test.tenant;
  await sql`update connection set secrets = 'sealed with another key' where id = ${id}`.execute(db);
  startHost();
  const message = 'The secrets were encrypted with another key. Please enter them again.';
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', message });
  await sql`update connection set secrets = null, starts = starts + 1 where id = ${id}`.execute(db);
  await expect.poll(() => getState(id)).toBe('running');
});

it('keeps the failure if the state is read meanwhile', async () => {
  const { id } = await makeConnection();
  const host = startHost();
  await expect.poll(() => getState(id)).toBe('running');
  peer.refusal = new ConnectorFailure('unreachable', 'no answer', { retryAfter: 3_600_000 });
  peer.cut(peer.refusal);
  // Reads that began before the end of the run report that it runs.
  for (let i = 0; i < 20; i++) await host.look();
  await expect.poll(() => read(id)).toMatchObject({ state: 'degraded', message: 'no answer' });
  const { status } = await read(id);
  expect(status.map(({ state }: { state: string }) => state)).toEqual(['degraded', 'running', 'starting']);
});

it('warns once about a certificate that expires within 30 days', async () => {
  const { id, name } = await makeConnection();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const report = { connectionId: id, starts: 1, states: [] };
  const far = inDays(31);
  await writeStates(test.tenant.db, [{ ...report, certificateEnd: far }]);
  expect(await listNotices(id)).toEqual([]);
  expect(await read(id)).toMatchObject({ certificateEnd: far.toISOString() });
  const certificateEnd = inDays(29);
  for (let i = 0; i < 2; i++) await writeStates(test.tenant.db, [{ ...report, certificateEnd }]);
  const message = `A certificate of the connection ${name} ends on ${certificateEnd.toISOString().slice(0, 10)}.`;
  expect(await listNotices(id)).toMatchObject([{ type: 'certificate', message, groupCount: 1 }]);
  // The next start may use other certificates.
  await writeStates(test.tenant.db, [{ ...report, starts: 2 }]);
  expect(await read(id)).toMatchObject({ certificateEnd: null });
});

it('subscribes to a newly fed source', async () => {
  const { id, groupId } = await makeConnection();
  startHost();
  await expect.poll(() => getState(id)).toBe('running');
  const attempts = peer.attempts.length;
  const tagId = await makeTag(test.tenant.db);
  await sql`update tag set connection_group_id = ${groupId}, source = 'new' where id = ${tagId}`.execute(
    test.tenant.db,
  );
  await expect.poll(() => peer.attempts.length).toBeGreaterThan(attempts);
});

it('reads history in a cancelable command', async () => {
  const { id, source, tagId } = await makeConnection();
  for (let i = 0; i < 5; i++) peer.recorded.push({ source, time: hourAgo + i, value: i, quality: 'good' });
  const ask = (from: string, tagIds: number[] = []) =>
    test.ask('POST', `/api/connections/${id}/history`, manager, { from, tagIds });
  const from = new Date(hourAgo - 1_000).toISOString();
  const canceled = (await ask(from)).json().commandId;
  await test.ask('POST', `/api/commands/${canceled}/cancel`, manager);
  const handlers = { 'read-history': readHistoryOfConnection };
  await runCommand(test.tenant, handlers, canceled);
  expect((await read(id)).tracking.backfills).toEqual([]);
  const { commandId } = (await ask(from, [tagId])).json();
  expect((await read(id)).tracking.backfills).toMatchObject([{ from, tags: 1 }]);
  startHost();
  await runCommand(test.tenant, handlers, commandId);
  const command = (await test.ask('GET', `/api/commands/${commandId}`, manager)).json();
  expect(command).toMatchObject({ status: 'done', percent: 100, result: { points: 5 } });
  expect(await getPoints(tagId)).toEqual([0, 1, 2, 3, 4]);
  expect((await read(id)).tracking.backfills).toEqual([]);

  expect((await ask('2999-01-01T00:00:00Z')).json()).toMatchObject({
    errors: [{ path: 'from', message: 'Please enter a time in the past.' }],
  });
  expect((await ask(from, [2_000_000_000])).statusCode).toBe(400);
});

it('fails a history command if the system has no history', async () => {
  const { id } = await makeConnection();
  peer.keepsHistory = false;
  const from = new Date(hourAgo).toISOString();
  const { commandId } = (await test.ask('POST', `/api/connections/${id}/history`, manager, { from })).json();
  startHost();
  await runCommand(test.tenant, { 'read-history': readHistoryOfConnection }, commandId);
  const command = (await test.ask('GET', `/api/commands/${commandId}`, manager)).json();
  expect(command).toMatchObject({ status: 'error', error: 'The peer keeps no history.' });
});

it('answers requests of screens, also for paused connections', async () => {
  const { id, source, tagId } = await makeConnection();
  await test.ask('POST', `/api/connections/${id}/pause`, manager);
  peer.recorded.push({ source, time: hourAgo, value: 3, quality: 'good' });
  startHost();
  const url = `/api/connections/${id}/requests`;
  async function ask(input: object) {
    const asked = await test.ask('POST', url, manager, input);
    expect(asked.statusCode).toBe(202);
    const get = async () => (await test.ask('GET', `${url}/${asked.json().id}`, manager)).json();
    await expect.poll(async () => (await get()).state).not.toMatch(/waiting|running/);
    return get();
  }
  expect(await ask({ kind: 'test' })).toMatchObject({
    state: 'done',
    result: {
      steps: [
        { step: 'resolve', state: 'passed' },
        { step: 'sign-in', state: 'passed' },
      ],
    },
  });
  expect(await ask({ kind: 'browse', parent: null })).toMatchObject({
    state: 'done',
    result: { nodes: [{ source, tagId }], next: null },
  });
  expect(await ask({ kind: 'preview', sources: [source, 'other'] })).toMatchObject({
    state: 'done',
    result: {
      nodes: [
        { source, value: 3, tagId },
        { source: 'other', value: null, tagId: null },
      ],
    },
  });
  peer.refusal = new ConnectorFailure('unreachable', `no answer to ${peer.password}`);
  expect(await ask({ kind: 'browse', parent: null })).toMatchObject({
    state: 'failed',
    message: 'no answer to •••',
  });
});

it('cancels a request, and fails an unanswered request', async () => {
  const { id } = await makeConnection();
  const url = `/api/connections/${id}/requests`;
  const ask = async () => (await test.ask('POST', url, manager, { kind: 'test' })).json().id as string;
  const get = async (requestId: string) => (await test.ask('GET', `${url}/${requestId}`, manager)).json();
  const canceled = await ask();
  expect((await test.ask('DELETE', `${url}/${canceled}`, manager)).statusCode).toBe(204);
  expect(await get(canceled)).toMatchObject({ state: 'canceled' });
  const [waiting, running] = [await ask(), await ask()];
  await sql`update connection_request set asked_at = now() - interval '2 minutes' where id = ${waiting}`.execute(
    test.tenant.db,
  );
  await sql`update connection_request set state = 'running', taken_at = now() - interval '2 minutes'
    where id = ${running}`.execute(test.tenant.db);
  await pruneRequests(test.tenant.db);
  expect(await get(waiting)).toMatchObject({
    state: 'failed',
    message: 'No process that runs connections took it.',
  });
  expect(await get(running)).toMatchObject({
    state: 'failed',
    message: 'The process that worked on it has ended.',
  });
  const other = await makeConnection();
  expect(
    (await test.ask('GET', `/api/connections/${other.id}/requests/${running}`, manager)).statusCode,
  ).toBe(404);
});

it('keeps the last 1,000 entries of the log', async () => {
  const { id } = await makeConnection();
  const entry = { connectionId: id, time: new Date(), level: 'info' as const };
  await addLog(
    test.tenant.db,
    Array.from({ length: 1_200 }, (_, i) => ({ ...entry, message: `entry ${i}` })),
  );
  const { headers, body } = await test.ask('POST', `/api/connections/${id}/log/filters`, manager, {});
  expect(headers['x-paging-total-records']).toBe('1000');
  expect(JSON.parse(body)[0]).toMatchObject({ message: 'entry 1199' });
});
