import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliverFromPlant, longestLook } from '@twinward/contracts/connections/plant';
import type { RouteContract } from '@twinward/contracts/core/route';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readHistoryOfConnection } from '../../modules/connections/connection/jobs.ts';
import { createLogger } from '../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { makeFedTag } from '../../testing/connectors/fed-tag.ts';
import { Peer } from '../../testing/connectors/peer.ts';
import { makeSession } from '../../testing/factories.ts';
import { TenantHost } from '../host/tenant-host.ts';
import { findConnector } from '../registry.ts';
import { ServerAway, ServerClient } from './server-client.ts';
import { type RunningPlant, startPlant } from './start-plant.ts';

/** A process at the plant against a whole server over HTTP. */

let test: TestApp;
let address: string;
let manager: Record<string, string>;
let directory: string;
let peer: Peer;
let running: { close(): Promise<void> }[];
let lines: string[];

beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  manager = await makeSession(test.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
});
afterAll(() => test.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plant-'));
  peer = new Peer();
  running = [];
  lines = [];
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.close()));
  await rm(directory, { recursive: true, force: true });
});

/** The link between plant and server, which can be interrupted and can lose responses. */
class Link extends ServerClient {
  isCut = false;
  losesAnswers = false;

  override async ask<R extends RouteContract>(
    ...[route, ...more]: Parameters<typeof ServerClient.prototype.ask<R>>
  ) {
    if (this.isCut) throw new ServerAway('The link is cut.');
    const answer = await super.ask<R>(route, ...more);
    if (this.isCut || this.losesAnswers) throw new ServerAway('The answer was lost.');
    return answer;
  }
}

const ofPeer = (type: string) => (type === 'opcua' ? peer.connector : findConnector(type));

/** A running connection at the plant with a fed tag and a token. */
async function makeConnection(groupId?: number) {
  const { password } = peer;
  const made = await makeFedTag(test.tenant.db, { place: 'plant', password, groupId });
  const { token } = (await test.ask('POST', `/api/connections/${made.id}/token`, manager)).json();
  return { ...made, token: token as string };
}

const log = () => createLogger('info', { write: (line) => void lines.push(line) });

async function start(token: string, client = new Link({ address, token }), folder = directory) {
  const plant = await startPlant({
    config: {
      server: address,
      token,
      dataDirectory: folder,
      spoolLimit: 1024 * 1024,
      logLevel: 'info',
      connectLocal: true,
    },
    log: log(),
    findConnector: ofPeer,
    intervals: { away: 20, refused: 20 },
    client,
  });
  running.push(plant);
  return { plant, client };
}

async function stop(plant: RunningPlant) {
  running = running.filter((each) => each !== plant);
  await plant.close();
}

const read = async (id: number) => (await test.ask('GET', `/api/connections/${id}`, manager)).json();
const getState = async (id: number) => (await read(id)).state;

async function getPoints(tagId: number): Promise<[number, number][]> {
  const admin = await makeSession(test.tenant.db, { isAdmin: true });
  const { points } = (await test.ask('GET', `/api/tags/${tagId}/data-points`, admin)).json();
  return points.times.map((time: number, i: number) => [time, points.values[i]]);
}

const hourAgo = Date.now() - 3_600_000;

it('runs the connection of its token, stores its points, and shows where it runs', async () => {
  const { id, source, tagId, token } = await makeConnection();
  const { plant } = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  await peer.record(source, hourAgo, 21.5);
  await expect.poll(() => getPoints(tagId)).toEqual([[hourAgo, 21.5]]);
  await expect.poll(() => plant.spool.isEmpty).toBe(true);
  const lastPointTime = new Date(hourAgo).toISOString();
  // The plant reports its spool at intervals: a report from before the delivery may come first.
  const plantNow = { isSeen: true, spool: { points: 0, limit: 1024 * 1024 } };
  await expect.poll(() => read(id)).toMatchObject({ isActive: true, lastPointTime, plant: plantNow });
  await test.ask('POST', `/api/connections/${id}/pause`, manager);
  await expect.poll(() => read(id)).toMatchObject({ state: 'stopped', isActive: false });
  expect(peer.links).toBe(0);
  const { body } = await test.ask('POST', `/api/connections/${id}/log/filters`, manager, {});
  expect(body).toContain('signed in with •••');
  expect(body + lines.join()).not.toContain(peer.password);
  expect(lines.join()).not.toContain(token);
});

it('keeps points during an outage of the server and a restart, and delivers each once', async () => {
  const { id, source, tagId, token } = await makeConnection();
  const first = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  await peer.record(source, hourAgo, 1);
  await expect.poll(() => getPoints(tagId)).toHaveLength(1);
  first.client.isCut = true;
  await peer.record(source, hourAgo + 1, 2);
  await peer.record(source, hourAgo + 2, 3);
  expect(first.plant.spool.size.points).toBe(2);
  expect(await getPoints(tagId)).toHaveLength(1);
  // The link to the system fails too, and reconnects.
  peer.cut();
  await expect.poll(() => peer.links).toBe(1);
  await peer.record(source, hourAgo + 3, 4);
  await stop(first.plant);
  expect(peer.links).toBe(0);
  // It starts with the last configuration from the server.
  const link = new Link({ address, token });
  link.isCut = true;
  await start(token, link);
  await expect.poll(() => peer.links).toBe(1);
  await peer.record(source, hourAgo + 4, 5);
  expect(await getPoints(tagId)).toHaveLength(1);
  link.isCut = false;
  await expect
    .poll(() => getPoints(tagId))
    .toEqual([
      [hourAgo, 1],
      [hourAgo + 1, 2],
      [hourAgo + 2, 3],
      [hourAgo + 3, 4],
      [hourAgo + 4, 5],
    ]);
});

it('delivers unconfirmed points again, and each point is stored once', async () => {
  const { id, source, tagId, token } = await makeConnection();
  const { plant, client } = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  client.losesAnswers = true;
  await peer.record(source, hourAgo, 1);
  await expect.poll(() => getPoints(tagId)).toHaveLength(1);
  expect(plant.spool.size.points).toBe(1);
  client.losesAnswers = false;
  await expect.poll(() => plant.spool.isEmpty).toBe(true);
  expect(await getPoints(tagId)).toEqual([[hourAgo, 1]]);
});

it('advances the watermark only after earlier points are stored', async () => {
  const { id, source, tagId, token } = await makeConnection();
  const { client } = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  /** Epoch milliseconds; 0 before the first. */
  const watermark = async () => new Date((await read(id)).tracking.liveUntil ?? 0).getTime();
  client.isCut = true;
  // An earlier call may still advance it, to an earlier time.
  const now = Date.now();
  await peer.record(source, now, 1);
  expect(await watermark()).toBeLessThan(now);
  client.isCut = false;
  await expect.poll(() => getPoints(tagId)).toEqual([[now, 1]]);
  await expect.poll(watermark).toBe(now);
});

it('reads points from the history that arrived while it was stopped', async () => {
  const { id, groupId, source, tagId, token } = await makeConnection();
  peer.recorded.push({ source, time: hourAgo, value: 7, quality: 'good' });
  await sql`update connection_group set live_until = ${new Date(hourAgo - 1)} where id = ${groupId}`.execute(
    test.tenant.db,
  );
  await start(token);
  await expect.poll(() => getPoints(tagId)).toEqual([[hourAgo, 7]]);
  await expect.poll(async () => (await read(id)).tracking.backfills).toEqual([]);
});

it('allows four waiting calls per connection, and rejects more', async () => {
  const { token } = await makeConnection();
  const [runner, spool] = [randomUUID(), { points: 0, bytes: 0, limit: 1 }];
  const ended = new AbortController();
  const look = async (known: string | null, wait: number) => {
    const answer = await fetch(`${address}/api/plant/look`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ runner, known, wait, spool }),
      signal: ended.signal,
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...(await answer.json()) };
  };
  let known: string | null = null;
  for (let view: unknown; view !== null; ) ({ known, view } = await look(known, 0));
  const looks = Array.from({ length: 5 }, () => look(known, longestLook));
  expect(await Promise.race(looks)).toMatchObject({ status: 429, retryAfter: '1' });
  ended.abort();
  expect((await Promise.allSettled(looks)).map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    ...Array.from({ length: 4 }, () => 'rejected'),
  ]);
});

it('answers a test, browsing and a history request', async () => {
  const { id, source, tagId, token } = await makeConnection();
  const ask = (input: object) => test.ask('POST', `/api/connections/${id}/requests`, manager, input);
  expect((await ask({ kind: 'test' })).statusCode).toBe(409);
  peer.recorded.push({ source, time: hourAgo, value: 7, quality: 'good' });
  await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  const answered = async (input: object) => {
    const request = (await ask(input)).json();
    const url = `/api/connections/${id}/requests/${request.id}`;
    const now = async () => (await test.ask('GET', url, manager)).json();
    await expect.poll(async () => (await now()).state).toBe('done');
    return (await now()).result;
  };
  expect((await answered({ kind: 'test' })).steps).toMatchObject([{ state: 'passed' }, { step: 'sign-in' }]);
  expect((await answered({ kind: 'browse', parent: null })).nodes).toMatchObject([{ source, tagId }]);
  expect((await answered({ kind: 'preview', sources: [source] })).nodes).toMatchObject([{ value: 7, tagId }]);
  const from = new Date(hourAgo - 1000).toISOString();
  const { commandId } = (await test.ask('POST', `/api/connections/${id}/history`, manager, { from })).json();
  await runCommand(test.tenant, { 'read-history': readHistoryOfConnection }, commandId);
  expect(await getPoints(tagId)).toEqual([[hourAgo, 7]]);
});

it('hands over to a standby at the server when stopped, and does not take its lease', async () => {
  const { id, groupId, token } = await makeConnection();
  const { plant } = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  const { db } = test.tenant;
  const configuration = JSON.stringify({ address: 'stand-in', password: peer.password, logLevel: 'info' });
  const { rows } = await sql<{ id: number }>`
    insert into connection (name, type, connection_group_id, configuration, is_paused)
    values ('Stand-in', 'opcua', ${groupId}, ${configuration}, false) returning id`.execute(db);
  await sql`insert into connection_state (connection_id) values (${rows[0]!.id})`.execute(db);
  const host = new TenantHost({
    tenant: test.tenant,
    log: createLogger('silent'),
    directory,
    allowsLocal: false,
    findConnector: ofPeer,
    interval: 20,
  });
  running.push(host);
  await host.look();
  expect(peer.names).toHaveLength(1);
  await stop(plant);
  await expect.poll(() => peer.names).toEqual(['stand-in']);
  const again = await start(token);
  await expect.poll(async () => (await read(id)).message).toBe('Standby for Stand-in.');
  await stop(again.plant);
  await sql`update connection_state set seen_at = now() - interval '2 minutes' where connection_id = ${id}`.execute(
    db,
  );
  await sql`update connection set is_paused = true where id = ${rows[0]!.id}`.execute(db);
  await expect
    .poll(async () => (await read(id)).message)
    .toMatch(/^The process at the plant was last seen at/);
});

it('stops when its token is revoked, keeps its points, and continues with a new token', async () => {
  const { id, source, tagId, token } = await makeConnection();
  const { plant, client } = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  client.isCut = true;
  await peer.record(source, hourAgo, 1);
  await test.ask('DELETE', `/api/connections/${id}/token`, manager);
  client.isCut = false;
  await expect.poll(() => peer.links).toBe(0);
  expect(plant.spool.size.points).toBe(1);
  expect(lines.join()).toContain('refuses the token');
  await stop(plant);
  const renewed = (await test.ask('POST', `/api/connections/${id}/token`, manager)).json();
  await start(renewed.token);
  await expect.poll(() => getPoints(tagId)).toEqual([[hourAgo, 1]]);
});

it('does not start with a wrong token or with the spool of another connection', async () => {
  await expect(start('connection-ZGVtbw.wrong')).rejects.toThrow('The server refuses the token');
  const one = await makeConnection();
  const other = await makeConnection();
  const { plant, client } = await start(one.token);
  await expect.poll(() => getState(one.id)).toBe('running');
  client.isCut = true;
  await peer.record(one.source, hourAgo, 1);
  await stop(plant);
  await expect(start(other.token)).rejects.toThrow(/holds 1 points of another connection/);
  const path = join(directory, 'connection.json');
  const own = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...own, database: 'elsewhere' }));
  await expect(start(one.token)).rejects.toThrow(/holds 1 points of another connection/);
});

it('delivers an entry with all sources of a group', async () => {
  const { token } = await makeConnection();
  const sources = Array.from(
    { length: 20_000 },
    (_, place) => `${'Plant.Area.Unit.Pump.'.repeat(3)}${place}`,
  );
  const entry = { kind: 'open', from: hourAgo, to: hourAgo + 1, sources };
  const bearer = { authorization: `Bearer ${token}` };
  const answer = await test.ask('POST', '/api/plant/entries', bearer, { entries: [entry] });
  expect(answer.statusCode, answer.body).toBe(204);
});

it('removes characters that the database cannot store', async () => {
  const { token } = await makeConnection();
  const client = new Link({ address, token });
  running.push(client);
  const sources = ['a\0b', 'half \ud83d'];
  const points = sources.map((_, place) => [place, hourAgo, 1, 0] as [number, number, number, number]);
  await client.ask(deliverFromPlant, { entries: [{ kind: 'points', sources, points }] });
  const { rows } = await sql<{ source: string }>`select source from connection_source
    where source in ('ab', 'half \ufffd') order by 1`.execute(test.tenant.db);
  expect(rows.map(({ source }) => source)).toEqual(['ab', 'half \ufffd']);
});

it('does not follow redirects', async () => {
  const { token } = await makeConnection();
  const asked: string[] = [];
  const server = createServer(({ headers }, reply) => {
    asked.push(headers.authorization ?? '');
    reply.writeHead(307, { location: 'https://elsewhere.example/api?x=1' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Link({ address: elsewhere, token });
  await expect(start(token, client)).rejects.toThrow('redirects to https://elsewhere.example.');
  expect(asked).toEqual([`Bearer ${token}`]);
  await new Promise((resolve) => server.close(resolve));
});

it('returns the configuration only to tokens of connections at the plant', async () => {
  const { id, token, name } = await makeConnection();
  const bearer = (given: string) => ({ authorization: `Bearer ${given}` });
  const open = (headers: Record<string, string>) => test.ask('POST', '/api/plant/configuration', headers);
  expect((await open(bearer(token))).json()).toMatchObject({
    id,
    configuration: { password: peer.password },
  });
  const admin = await makeSession(test.tenant.db, { isAdmin: true });
  const refused = await open(admin);
  expect([refused.statusCode, refused.body.includes(peer.password)]).toEqual([403, false]);
  await sql`update connection set place = 'server' where id = ${id}`.execute(test.tenant.db);
  const elsewhere = await open(bearer(token));
  expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([
    409,
    `${name} runs at the server: choose 'At the plant' in its configuration.`,
  ]);
});

it('revokes the token when the place of a connection changes', async () => {
  const configuration = { url: 'opc.tcp://line-1:4840' };
  const made = { name: 'Moved', type: 'opcua', configuration };
  const { id, version } = (await test.ask('POST', '/api/connections', manager, made)).json();
  await test.ask('POST', `/api/connections/${id}/token`, manager);
  const change = { name: 'Moved', configuration, version, place: 'plant' };
  const { secretsSet } = (await test.ask('PUT', `/api/connections/${id}`, manager, change)).json();
  expect(secretsSet).toEqual([]);
});

it('stores no readable secrets in its folder', async () => {
  const { id, source, token } = await makeConnection();
  const { plant } = await start(token);
  await expect.poll(() => getState(id)).toBe('running');
  await peer.record(source, hourAgo, 1);
  await stop(plant);
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    names.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name), 'utf8')),
  );
  expect(texts.join()).not.toContain(peer.password);
  expect(texts.join()).not.toContain(token);
});
