import type { Query } from '@twinward/contracts/questions/query';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTwin } from '../../../testing/factories.ts';
import { exportQuery } from './export.ts';

let test: TestApp;
let admin: Record<string, string>;
let manager: Record<string, string>;
let other: Record<string, string>;
let viewer: Record<string, string>;
let nobody: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  manager = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
  other = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
  viewer = await makeSession(db, { groups: ['VIEWERS'] });
  nobody = await makeSession(db);
  await makeTwin(db, { assetId: await makeAsset(db, { assetName: '=Pump, "A"' }), aliases: [] });
});
afterAll(() => test.close());

const definition = {
  source: { kind: 'records', type: 'twin' },
  columns: [
    { kind: 'field', key: 'twin', path: 'asset', caption: 'Asset' },
    { kind: 'field', key: 'active', path: 'active' },
  ],
};
const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers = manager,
  body?: unknown,
) => {
  const answer = await test.ask(method, `/api/queries${url}`, headers, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
const make = async (more: object = {}, headers = manager): Promise<Query> => {
  const { status, body } = await ask('POST', '', headers, { name: 'Twins', definition, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

describe('saved queries', () => {
  it('are created, read, changed with their version, and deleted', async () => {
    const made = await make({ folder: ' Plant // North ' });
    expect(made).toMatchObject({
      name: 'Twins',
      folder: 'Plant/North',
      source: 'twin',
      view: 'table',
      mayEdit: true,
      version: 1,
    });
    const change = { name: 'All twins', definition, version: 1 };
    const changed = await ask('PUT', `/${made.id}`, manager, change);
    expect(changed.body).toMatchObject({ name: 'All twins', folder: '', version: 2 });
    const late = await ask('PUT', `/${made.id}`, manager, change);
    expect([late.status, late.body.current.version]).toEqual([409, 2]);
    expect((await ask('DELETE', `/${made.id}`)).status).toBe(204);
    expect((await ask('GET', `/${made.id}`)).status).toBe(404);
  });

  it('are visible only to their owner until they are shared', async () => {
    const { id } = await make();
    for (const url of [`/${id}`, `/${id}/versions`, `/${id}/uses`]) {
      expect((await ask('GET', url, other)).status).toBe(404);
    }
    for (const url of [`/${id}/run`, `/${id}/export`, `/${id}/rows`]) {
      expect((await ask('POST', url, admin, url.endsWith('rows') ? { mark: {} } : {})).status).toBe(404);
    }
    await ask('PUT', `/${id}`, manager, { name: 'Twins', sharing: 'tenant', definition, version: 1 });
    expect((await ask('GET', `/${id}`, viewer)).body).toMatchObject({ mayEdit: false, sharing: 'tenant' });
    expect((await ask('GET', `/${id}`, nobody)).status).toBe(404);
    const ids = async (headers: Record<string, string>) =>
      (await ask('POST', '/filters', headers, {})).body.map((one: Query) => one.id);
    expect(await ids(viewer)).toContain(id);
    expect(await ids(nobody)).toEqual([]);
  });

  it('of other users can be changed only by administrators', async () => {
    const { id } = await make({ sharing: 'tenant' });
    const change = { name: 'Mine now', sharing: 'tenant', definition, version: 1 };
    expect((await ask('PUT', `/${id}`, viewer, change)).status).toBe(403);
    expect((await ask('PUT', `/${id}`, other, change)).status).toBe(403);
    expect((await ask('DELETE', `/${id}`, other)).status).toBe(403);
    expect((await ask('PUT', `/${id}`, admin, change)).status).toBe(200);
    const copy = await ask('POST', `/${id}/copy`, other, { name: 'A copy' });
    expect(copy.body).toMatchObject({ name: 'A copy', sharing: 'private', mayEdit: true, version: 1 });
  });

  it('keep their versions, which can be restored', async () => {
    const { id } = await make();
    const columns = [{ kind: 'aggregate', key: 'n', aggregate: 'count' }];
    await ask('PUT', `/${id}`, manager, {
      name: 'Count',
      definition: { ...definition, columns },
      version: 1,
    });
    const versions = (await ask('GET', `/${id}/versions`)).body;
    expect(versions.map((one: Query) => [one.version, one.name])).toEqual([
      [2, 'Count'],
      [1, 'Twins'],
    ]);
    expect((await ask('POST', `/${id}/versions/9/restore`, manager, { version: 2 })).status).toBe(404);
    const restored = await ask('POST', `/${id}/versions/1/restore`, manager, { version: 2 });
    expect(restored.body).toMatchObject({ name: 'Twins', version: 3 });
    expect(restored.body.definition.columns).toHaveLength(2);
  });

  it('can be favorites, are in folders, and list their uses', async () => {
    const { id } = await make({ sharing: 'tenant', folder: 'Weekly' });
    expect((await ask('PUT', `/${id}/favorite`, viewer)).status).toBe(204);
    const filters = [{ field: 'IsFavorite', operator: 'EqualTo', value: true }];
    expect((await ask('POST', '/filters', viewer, { filters })).body).toMatchObject([
      { id, isFavorite: true },
    ]);
    expect((await ask('POST', '/filters', manager, { filters })).body).toEqual([]);
    await ask('DELETE', `/${id}/favorite`, viewer);
    expect((await ask('GET', `/${id}`, viewer)).body.isFavorite).toBe(false);
    expect((await ask('GET', '/folders', viewer)).body).toContainEqual({ folder: 'Weekly', queries: 1 });
    await ask('POST', `/${id}/run`, viewer, {});
    expect((await ask('GET', `/${id}/uses`)).body).toMatchObject([
      { kind: 'user', lastUsedOn: expect.any(String) },
    ]);
  });

  it('are refused with the invalid part', async () => {
    const wrong = { ...definition, columns: [{ kind: 'field', key: 'a', path: 'asset.nothing' }] };
    const answer = await ask('POST', '', manager, { name: 'Wrong', definition: wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toBe('columns.0.path');
    expect(answer.body.message).toContain("Asset has no field 'nothing'. It has id, uniqueId, assetName");
    expect((await ask('POST', '', viewer, { name: 'No', definition })).status).toBe(403);
    expect((await ask('POST', '/run', viewer, { definition })).status).toBe(403);
  });
});

describe('a run', () => {
  it('returns references with titles and ids', async () => {
    const { body } = await ask('POST', '/run', manager, { definition });
    expect(body.columns.map((one: { key: string; kind: string }) => [one.key, one.kind])).toEqual([
      ...[
        ['twin', 'reference'],
        ['twin.id', 'integer'],
        ['active', 'boolean'],
      ],
    ]);
    expect(body.rows).toEqual([['=Pump, "A"', expect.any(Number), true]]);
    expect(body).toMatchObject({ total: 1, truncated: false, notes: [] });
  });

  it('is shared for 30 s by users with the same permissions, unless a fresh one is requested', async () => {
    const { id } = await make({ sharing: 'tenant' });
    const run = async (headers: Record<string, string>, body = {}): Promise<QueryResult> =>
      (await ask('POST', `/${id}/run`, headers, body)).body;
    const first = await run(viewer);
    expect((await run(manager)).ranAt).toBe(first.ranAt);
    expect((await run(viewer, { fresh: true })).ranAt).not.toBe(first.ranAt);
  });
});

describe('an export', () => {
  it.each(['csv', 'xlsx'] as const)('writes a %s file, which only its user may read', async (format) => {
    const { id } = await make();
    const { status, body } = await ask('POST', `/${id}/export`, manager, { format });
    expect(status).toBe(202);
    const url = `/api/queries/exports/${body.commandId}`;
    expect((await test.ask('GET', url, manager)).statusCode).toBe(404);
    await runCommand(test.tenant, { 'export-query': exportQuery }, body.commandId);
    const command = (await test.ask('GET', `/api/commands/${body.commandId}`, manager)).json();
    expect(command).toMatchObject({ status: 'done', result: { rows: 1, truncated: false, format } });
    const file = await test.ask('GET', url, manager);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toContain(`twin-`);
    if (format === 'csv') expect(file.body).toBe('Asset,Active\r\n"\'=Pump, ""A""",yes\r\n');
    else expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await test.ask('GET', url, viewer)).statusCode).toBe(404);
  });
});

it('describes the types that the reader may query', async () => {
  const types = (await ask('GET', '/types', viewer)).body;
  const twin = types.find(({ name }: { name: string }) => name === 'twin');
  expect(twin.fields).toContainEqual({ name: 'level', caption: 'Level', kind: 'level', unit: null });
  expect(twin.relations).toContainEqual({ name: 'asset', caption: 'Asset', type: 'asset', many: false });
  expect((await ask('GET', '/types', nobody)).body.map(({ name }: { name: string }) => name)).toEqual([]);
});
