import type {
  Connection,
  ConnectionSummary,
  ConnectionType,
} from '@twinward/contracts/connections/connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../../../platform/config/secrets.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag } from '../../../testing/factories.ts';
import { listConnectionHeads, openConnection } from './service.ts';

let test: TestApp;
let manager: Record<string, string>;
const logged: string[] = [];
beforeAll(async () => {
  const log = createLogger('trace', { write: (line) => void logged.push(line) });
  test = await createTestApp({ log });
  manager = await makeSession(test.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
});
afterAll(() => test.close());

const ask = (method: Method, url: string, body?: unknown, headers = manager) =>
  test.ask(method, url, headers, body);
const password = 'correct horse battery';
const sapConfiguration = { url: 'https://sap.plant.example', user: 'reader', password };

let count = 0;
const nextName = () => `Connection ${++count}`;
async function create(fields: object = {}): Promise<Connection> {
  const answer = await ask('POST', '/api/connections', {
    name: nextName(),
    type: 'sap',
    configuration: sapConfiguration,
    ...fields,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const http = (fields: object = {}) => create({ type: 'http', configuration: {}, ...fields });
const read = async (id: number): Promise<Connection> => (await ask('GET', `/api/connections/${id}`)).json();

/** Changes the configuration of a connection, and returns the response. */
async function change({ id }: Connection, configuration: object, fields: object = {}) {
  const now = await read(id);
  const body = { ...now, configuration: { ...now.configuration, ...configuration }, ...fields };
  return ask('PUT', `/api/connections/${id}`, body);
}
const toErrors = (answer: { json(): { errors?: { path: string; message: string }[] } }) =>
  Object.fromEntries((answer.json().errors ?? []).map(({ path, message }) => [path, message]));
const storedPassword = async (id: number) => (await openConnection(test.tenant, id))!.configuration.password;

describe('a new connection', () => {
  it('is paused, in its own group, with initial values', async () => {
    const made = await create({
      type: 'hxgn',
      configuration: { ...sapConfiguration, tenant: 'T', organization: 'O' },
    });
    expect(made).toMatchObject({
      type: 'hxgn',
      place: 'server',
      isPaused: true,
      isActive: false,
      state: 'stopped',
      tags: 0,
      token: null,
      secretsSet: ['password'],
      certificateEnd: null,
      exportTagStatus: null,
      tracking: { liveUntil: null, backfills: [] },
      configuration: {
        type: 'hxgn',
        logLevel: 'info',
        tenant: 'T',
        password: null,
        extractionStartDate: null,
        extractionOrderTypes: [],
        assetGridName: 'OSOBJA',
      },
    });
    expect(made.status).toMatchObject([{ state: 'stopped' }]);
    expect(await read(made.id)).toEqual(made);
  });

  it('reports each invalid field', async () => {
    const answer = await ask('POST', '/api/connections', {
      name: nextName(),
      type: 'sap',
      configuration: {
        type: 'pi',
        logLevel: 'loud',
        url: 'ftp://sap',
        user: ' ',
        extractionStartDate: '2024-02-30',
        server: 'https://pi',
      },
    });
    expect(answer.statusCode).toBe(400);
    expect(toErrors(answer)).toEqual({
      'configuration.server': 'There is no field server.',
      'configuration.type': 'Please give sap.',
      'configuration.logLevel': 'Please give one of error, warn, info, debug.',
      'configuration.url': 'Please enter an address such as https://sap.plant.example.',
      'configuration.user': 'Required.',
      'configuration.password': 'Required.',
      'configuration.extractionStartDate': 'Please enter a date.',
    });
  });

  it('of an unknown type has only a type and a log level', async () => {
    const made = await create({ type: 'telepathy', configuration: { logLevel: 'debug' } });
    expect(made).toMatchObject({
      configuration: { type: 'telepathy', logLevel: 'debug' },
      state: 'stopped',
      message: 'No connector for this type',
    });
    expect(toErrors(await change(made, { url: 'https://mind.example' }))).toEqual({
      'configuration.url': 'There is no field url.',
    });
  });

  it('must have a unique name', async () => {
    const { name } = await http();
    const answer = await ask('POST', '/api/connections', { name, type: 'http', configuration: {} });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `A connection named ${name} already exists.`,
    ]);
  });
});

describe('a change', () => {
  it('of an outdated version is answered with the current record', async () => {
    const made = await http();
    const name = nextName();
    const renamed = await change(made, {}, { name });
    expect(renamed.json()).toMatchObject({ name, version: 2 });
    const late = await ask('PUT', `/api/connections/${made.id}`, { ...made, name: nextName() });
    expect(late.statusCode).toBe(409);
    expect(late.json().current).toEqual(renamed.json());
  });

  it('of an unknown connection answers 404', async () => {
    const nobody = '/api/connections/999999';
    const calls: [Method, string, unknown?][] = [
      ['GET', nobody],
      ['PUT', nobody, { name: 'None', configuration: {}, version: 1 }],
      ['DELETE', nobody],
      ['POST', `${nobody}/pause`],
      ['POST', `${nobody}/resume`],
      ['POST', `${nobody}/token`],
      ['DELETE', `${nobody}/token`],
      ['POST', `${nobody}/trusted-certificates`, { fingerprint: 'a'.repeat(64) }],
    ];
    for (const [method, url, body] of calls) {
      const answer = await ask(method, url, body);
      expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
    }
  });

  it('pauses and resumes, and restarts only connections that should run', async () => {
    const { id } = await http();
    const getStarts = async () =>
      (await listConnectionHeads(test.tenant.db)).find((head) => head.id === id)!.starts;
    expect((await ask('POST', `/api/connections/${id}/resume`)).json()).toMatchObject({
      isPaused: false,
      version: 1,
    });
    const resumed = await getStarts();
    await ask('POST', `/api/connections/${id}/pause`);
    expect(await read(id)).toMatchObject({ isPaused: true, version: 1 });
    expect(await getStarts()).toBe(resumed);
    await ask('POST', `/api/connections/${id}/resume`);
    await ask('POST', `/api/connections/${id}/resume`);
    expect(await getStarts()).toBe(resumed + 2);
  });

  it('of only the name does not restart the connection', async () => {
    const made = await create();
    const getStarts = async () => (await openConnection(test.tenant, made.id))!.starts;
    await change(made, {}, { name: nextName() });
    expect(await getStarts()).toBe(1);
    await change(made, { user: 'other' });
    expect(await getStarts()).toBe(2);
    await change(made, { password: 'another' });
    expect(await getStarts()).toBe(3);
    await change(made, {}, { place: 'plant' });
    expect(await getStarts()).toBe(4);
  });

  it('keeps a certificate trusted until the address changes', async () => {
    const made = await create();
    const fingerprint = 'ab'.repeat(32);
    const trust = () => ask('POST', `/api/connections/${made.id}/trusted-certificates`, { fingerprint });
    expect([(await trust()).statusCode, (await trust()).statusCode]).toEqual([204, 204]);
    const trusted = async () => (await openConnection(test.tenant, made.id))!.trustedCertificates;
    expect(await trusted()).toEqual([fingerprint]);
    await change(made, { user: 'other' });
    expect(await trusted()).toEqual([fingerprint]);
    await change(made, { url: 'https://other.plant.example', password });
    expect(await trusted()).toEqual([]);
    const wrong = await ask('POST', `/api/connections/${made.id}/trusted-certificates`, {
      fingerprint: 'AB',
    });
    expect(wrong.json().message).toBe('fingerprint: Please give a SHA-256 in hexadecimal.');
  });
});

describe('secrets', () => {
  it('are kept by null, replaced by a text and removed by an empty text', async () => {
    const made = await create();
    expect((await change(made, { user: 'other' })).statusCode).toBe(200);
    expect(await storedPassword(made.id)).toBe(password);
    await change(made, { password: 'another' });
    expect(await storedPassword(made.id)).toBe('another');
    expect(toErrors(await change(made, { password: '' }))).toEqual({
      'configuration.password': 'Required.',
    });
    expect(await storedPassword(made.id)).toBe('another');
  });

  it('must be entered again for another address', async () => {
    const made = await create();
    const moved = { url: 'https://evil.example' };
    expect(toErrors(await change(made, moved))).toEqual({
      'configuration.password': 'The address was changed: please enter this again.',
    });
    expect((await change(made, { ...moved, password })).json().configuration).toMatchObject(moved);
  });

  it('must be entered again if they were encrypted with another key', async () => {
    const made = await create();
    const foreign = createSecrets(Buffer.alloc(32, 1)).seal('{}', `connection ${made.id}`);
    await test.tenant.db
      .updateTable('connection')
      .set({ secrets: foreign })
      .where('id', '=', made.id)
      .execute();
    await expect(openConnection(test.tenant, made.id)).rejects.toThrow('encrypted with another key');
    expect(toErrors(await change(made, {}))).toEqual({
      'configuration.password': 'This was encrypted with another key: please enter it again.',
    });
    expect((await change(made, { password })).statusCode).toBe(200);
    expect(await storedPassword(made.id)).toBe(password);
  });

  it('of one connection cannot be decrypted for another', async () => {
    const [one, other] = [await create(), await create()];
    const { secrets } = await test.tenant.db
      .selectFrom('connection')
      .select('secrets')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    await test.tenant.db.updateTable('connection').set({ secrets }).where('id', '=', other.id).execute();
    await expect(openConnection(test.tenant, other.id)).rejects.toThrow('encrypted with another key');
  });

  it('do not appear in any response, audit entry, log entry or column', async () => {
    const secret = 'never-to-be-seen';
    const made = await create({ configuration: { ...sapConfiguration, password: secret } });
    const viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
    const refused = { name: 'Other', type: 'sap', configuration: { ...sapConfiguration, password: secret } };
    const answers = [
      await ask('POST', '/api/connections', refused, viewer),
      await ask('POST', '/api/connections', { ...refused, name: made.name }),
      await change(made, { password: `${secret}-2` }),
      await change(made, { password: `${secret}-3`, url: 'ftp://wrong' }),
      await change(made, { password: { nested: secret } }),
      await change(made, { password: secret.repeat(100) }),
      await change(made, { url: 'https://moved.example', password: `${secret}-4` }),
      await ask('PUT', `/api/connections/${made.id}`, { ...made, configuration: { password: secret } }),
      await ask('POST', `/api/connections/${made.id}/resume`),
      await ask('GET', `/api/connections/${made.id}`),
      await ask('POST', '/api/connections/filters', {}),
      await ask('GET', '/api/connections/types'),
      await ask('DELETE', `/api/connections/${made.id}`),
    ];
    const { db } = test.tenant;
    const rows = await db.selectFrom('connection').selectAll().execute();
    const trail = await db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(made)).not.toContain(secret);
    for (const { body } of answers) expect(body).not.toContain(secret);
    expect(JSON.stringify([rows, trail, logged])).not.toContain(secret);
    expect(JSON.stringify([rows, trail, logged])).not.toContain(password);
    expect(logged.length).toBeGreaterThan(0);
    expect(trail.some(({ new: now }) => JSON.stringify(now).includes('"secretsChanged":["password"]'))).toBe(
      true,
    );
  });
});

describe('the list', () => {
  it('is filtered, sorted and paged', async () => {
    const names = [nextName(), nextName(), nextName()];
    for (const name of names) await http({ name: `Listed ${name}` });
    const filters = [{ field: 'Name', operator: 'StartsWith', value: 'Listed' }];
    const page = await ask('POST', '/api/connections/filters?page-size=2', {
      filters,
      sorts: [{ field: 'Name', direction: 'Descending' }],
    });
    expect(page.headers['x-paging-total-records']).toBe('3');
    expect(page.json<ConnectionSummary[]>().map(({ name }) => name)).toEqual(
      [...names]
        .reverse()
        .slice(0, 2)
        .map((name) => `Listed ${name}`),
    );
    for (const field of [
      'Id',
      'Name',
      'Type',
      'State',
      'ConnectionGroupId',
      'Place',
      'IsPaused',
      'LastPointTime',
      'LagSeconds',
      'PointsPerSecond',
    ]) {
      const sorted = await ask('POST', '/api/connections/filters', {
        sorts: [{ field, direction: 'Ascending' }],
      });
      expect([field, sorted.statusCode]).toEqual([field, 200]);
    }
  });
});

describe('the types', () => {
  it('are returned with their fields', async () => {
    const types: ConnectionType[] = (await ask('GET', '/api/connections/types')).json();
    expect(types.find(({ type }) => type === 'http')).toMatchObject({
      roles: ['push'],
      fields: [
        { name: 'unknownSources', kind: 'choice', initial: 'list' },
        { name: 'sharedTags', kind: 'texts' },
      ],
    });
    expect(types.find(({ type }) => type === 'sap')!.roles).toEqual(['assets', 'work']);
  });
});

describe('a group', () => {
  it('has connections of one type, and feeds its tags until its last connection is deleted', async () => {
    const { db } = test.tenant;
    const one = await http();
    const { connectionGroupId } = one;
    const standIn = await http({ connectionGroupId });
    const other = await ask('POST', '/api/connections', {
      name: nextName(),
      type: 'sap',
      configuration: sapConfiguration,
      connectionGroupId,
    });
    expect(toErrors(other)).toEqual({
      connectionGroupId: `There is no group ${connectionGroupId} of connections of this type.`,
    });

    const tagId = await makeTag(db);
    await db
      .updateTable('tag')
      .set({ connection_group_id: connectionGroupId, source: 'pump.speed', factor: 2 })
      .where('id', '=', tagId)
      .execute();
    expect((await read(standIn.id)).tags).toBe(1);
    const readFeed = async () =>
      db
        .selectFrom('tag')
        .select(['connection_group_id', 'source', 'factor'])
        .where('id', '=', tagId)
        .executeTakeFirstOrThrow();
    await ask('DELETE', `/api/connections/${one.id}`);
    expect(await readFeed()).toMatchObject({ connection_group_id: connectionGroupId });
    await ask('DELETE', `/api/connections/${standIn.id}`);
    expect(await readFeed()).toEqual({ connection_group_id: null, source: 'pump.speed', factor: 1 });
    const trail = await db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'tag')
      .where('entity_id', '=', String(tagId))
      .where('action', '=', 'update')
      .execute();
    expect(trail).toEqual([
      { old: { connectionGroupId, factor: 2 }, new: { connectionGroupId: null, factor: 1 } },
    ]);
    const left = await db
      .selectFrom('connection_group')
      .select('id')
      .where('id', '=', connectionGroupId)
      .execute();
    expect(left).toEqual([]);
  });
});
