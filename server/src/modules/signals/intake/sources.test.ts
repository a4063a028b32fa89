import type { Connection } from '@twinward/contracts/connections/connection';
import type { Tag } from '@twinward/contracts/signals/tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeCalculatedTag, makeSession, makeTag } from '../../../testing/factories.ts';
import { getTagFeed, listFedTags, recordGap, saveSourceValues } from './service.ts';

let server: TestApp;
let admin: Record<string, string>;
let connection: Connection;

beforeAll(async () => {
  server = await createTestApp();
  admin = await makeSession(server.tenant.db, { isAdmin: true });
  connection = await connect();
});
afterAll(() => server.close());

const ask = (method: Method, url: string, body?: unknown) => server.ask(method, url, admin, body);
let count = 0;
async function connect(more: object = {}): Promise<Connection> {
  const fields = { name: `Gateway ${++count}`, type: 'http', configuration: {}, ...more };
  return (await ask('POST', '/api/connections', fields)).json();
}
const take = (taken: unknown, of = connection) => ask('POST', `/api/connections/${of.id}/sources`, taken);
const release = (tagIds: number[], of = connection) =>
  ask('POST', `/api/connections/${of.id}/sources/release`, { tagIds });
const ignore = (sources: string[], isIgnored: boolean, of = connection) =>
  ask('POST', `/api/connections/${of.id}/sources/ignore`, { sources, isIgnored });
const list = async (of: Connection, body: object = {}) =>
  (await ask('POST', `/api/connections/${of.id}/sources/filters`, body)).json();
const getTag = async (id: number): Promise<Tag> => (await ask('GET', `/api/tags/${id}`)).json();
const freeTag = (more: object = {}) => makeTag(server.tenant.db, { assetIds: [], ...more });
/** Delivers a value of each source. */
const deliver = (sources: string[], of = connection, time = 5000) =>
  saveSourceValues(
    server.tenant.db,
    null,
    of.connectionGroupId,
    sources.map((source, i) => ({ source, time, value: i, quality: 'good' as const })),
  );
const listProblems = (answer: { json(): { errors: { path: string; message: string }[] } }) =>
  answer.json().errors.map(({ path, message }) => `${path}: ${message}`);

describe('POST /api/connections/:id/sources', () => {
  test('creates tags with the units of the other system, and assigns sources to existing tags', async () => {
    const assetId = await makeAsset(server.tenant.db);
    const tagId = await freeTag({ name: 'Take.there' });
    const answer = await take([
      { source: 's/1', name: 'Take.T', caption: 'Heat', unit: '°C', assetIds: [assetId] },
      { source: 's/2', name: 'Take.P', unit: 'bar' },
      { source: 's/3', tagId, factor: 0.1, offset: 4 },
    ]);
    expect(answer.statusCode, answer.body).toBe(200);
    const made = answer.json();
    expect(made.map(({ source }: { source: string }) => source)).toEqual(['s/1', 's/2', 's/3']);
    expect(await getTag(made[0].tagId)).toMatchObject({
      name: 'Take.T',
      caption: 'Heat',
      unit: 'Cel',
      assetIds: [assetId],
      source: 's/1',
      connectionId: connection.id,
      connectionGroupId: connection.connectionGroupId,
    });
    expect(await getTag(made[1].tagId)).toMatchObject({ caption: 'Take.P', unit: 'bar' });
    expect(made[2].tagId).toBe(tagId);
    expect(await getTagFeed(server.tenant.db, tagId)).toMatchObject({
      source: 's/3',
      factor: 0.1,
      offset: 4,
    });
    expect(await listFedTags(server.tenant.db, connection.connectionGroupId)).toEqual(
      expect.arrayContaining([{ tagId, source: 's/3' }]),
    );
    const again = await take([{ source: 's/3', tagId, factor: 2 }]);
    expect(again.statusCode).toBe(200);
    expect(await getTagFeed(server.tenant.db, tagId)).toMatchObject({ factor: 2, offset: 0 });
    const audit = await ask('POST', '/api/audit/filters', {
      filters: [
        { field: 'EntityType', operator: 'EqualTo', value: 'tag' },
        { field: 'EntityId', operator: 'EqualTo', value: String(tagId) },
      ],
    });
    expect(audit.json()[0]).toMatchObject({ old: { factor: 0.1, offset: 4 }, new: { factor: 2, offset: 0 } });
  });

  test('reports each invalid row, and then writes nothing', async () => {
    const { tagId: calculated } = await makeCalculatedTag(server.tenant.db, {
      logic: 'RETURN 1',
      aliases: {},
    });
    const { name } = await getTag(calculated);
    await freeTag({ name: 'Wrong.there' });
    expect(
      listProblems(
        await take([
          { source: 'w/1', name: 'Wrong.unit', unit: 'furlong per moon' },
          { source: 'w/2', name: 'Wrong.there' },
          { source: 'w/3', name: 'Wrong.right' },
        ]),
      ),
    ).toEqual([
      '0.unit: There is no unit furlong per moon, or more than one. Please choose one.',
      '1.name: There is a tag named Wrong.there already.',
    ]);
    expect(
      listProblems(
        await take([
          { source: 'w/1', tagId: 999_999 },
          { source: 'w/2', tagId: calculated },
        ]),
      ),
    ).toEqual([
      '0.tagId: Could not find a tag, activity, failure mode or input in the store with id 999999.',
      `1.tagId: The tag ${name} is calculated: its points can't be written.`,
    ]);
    const twice = await freeTag();
    expect(
      listProblems(
        await take([
          { source: 'w/1', tagId: twice },
          { source: 'w/1', name: 'Wrong.a' },
          { source: 'w/3', tagId: twice },
          { source: 'w/4', name: 'Wrong.a' },
        ]),
      ),
    ).toEqual([
      '1.source: Please give each source once.',
      '2.tagId: Please give each tag once.',
      '3.name: Please give each name once.',
    ]);
    expect((await take([{ source: 'w/1', tagId: twice, factor: 0 }])).statusCode).toBe(400);
    expect((await take([])).statusCode).toBe(400);
    expect((await getTag(twice)).connectionGroupId).toBeNull();
    const found = await ask('POST', '/api/tags/filters', {
      filters: [{ field: 'Name', operator: 'EqualTo', value: 'Wrong.right' }],
    });
    expect(found.json()).toEqual([]);
  });

  test('reports the tag that a source feeds, and the connection that feeds a tag', async () => {
    const other = await connect();
    const [fed, free] = [await freeTag({ name: 'Conflict.fed' }), await freeTag()];
    await take([{ source: 'c/1', tagId: fed }]);
    const taken = await take([{ source: 'c/1', tagId: free }]);
    expect(taken.statusCode).toBe(409);
    expect(listProblems(taken)).toEqual(['0.source: The source c/1 feeds the tag Conflict.fed already.']);
    const elsewhere = await take([{ source: 'c/1', tagId: fed }], other);
    expect(elsewhere.statusCode).toBe(409);
    expect(elsewhere.json().message).toBe(
      `The tag Conflict.fed is fed by ${connection.name}, by c/1. Release it there first.`,
    );
    // The same name in another system is a different source.
    expect((await take([{ source: 'c/1', tagId: free }], other)).statusCode).toBe(200);
  });
});

describe('the sources of a connection', () => {
  test('include sources that feed tags, and sources without a tag that delivered values', async () => {
    const other = await connect();
    const tagId = await freeTag({ name: 'Listed.tag' });
    expect(await deliver(['l/a', 'l/b', 'l/c'], other)).toMatchObject({ stored: 0, unknown: 3 });
    await take([{ source: 'l/b', tagId }], other);
    expect(await deliver(['l/a', 'l/b'], other, 6000)).toMatchObject({ stored: 1, unknown: 1 });
    const noted = { tagId: null, tagName: null, isIgnored: false, lastTime: '1970-01-01T00:00:05.000Z' };
    expect(await list(other)).toMatchObject([
      { ...noted, source: 'l/a', lastValue: 0 },
      {
        source: 'l/b',
        tagId,
        tagName: 'Listed.tag',
        firstSeen: null,
        lastTime: '1970-01-01T00:00:06.000Z',
        lastValue: 1,
      },
      { ...noted, source: 'l/c', lastValue: 2 },
    ]);
    const sources = async (body: object) =>
      (await list(other, body)).map(({ source }: { source: string }) => source);
    expect(await sources({ filters: [{ field: 'TagId', operator: 'IsNull' }] })).toEqual(['l/a', 'l/c']);
    expect(await sources({ sorts: [{ field: 'LastTime', direction: 'Descending' }] })).toEqual([
      'l/b',
      'l/a',
      'l/c',
    ]);
  });

  test('are updated again after some seconds, unless they are ignored', async () => {
    const other = await connect();
    await deliver(['i/a', 'i/b'], other);
    expect((await ignore(['i/b'], true, other)).statusCode).toBe(204);
    await server.tenant.db
      .updateTable('connection_source')
      .set({ last_seen: new Date(Date.now() - 60_000) })
      .where('connection_group_id', '=', other.connectionGroupId)
      .execute();
    await deliver(['i/a', 'i/b'], other, 9000);
    expect(await list(other)).toMatchObject([
      { source: 'i/a', lastTime: '1970-01-01T00:00:09.000Z', isIgnored: false },
      { source: 'i/b', lastTime: '1970-01-01T00:00:05.000Z', isIgnored: true },
    ]);
    await ignore(['i/b'], false, other);
    expect(
      await list(other, { filters: [{ field: 'IsIgnored', operator: 'EqualTo', value: true }] }),
    ).toEqual([]);
    expect(listProblems(await ignore(['i/a', 'i/z'], true, other))).toEqual([
      `sources.1: ${other.name} has delivered no source i/z.`,
    ]);
    await take([{ source: 'i/a', name: 'Ignore.a' }], other);
    expect(listProblems(await ignore(['i/a'], true, other))).toEqual([
      'sources.0: The source i/a feeds a tag. Release the tag first.',
    ]);
  });

  test('are kept up to 10,000', async () => {
    const other = await connect();
    const names = Array.from({ length: 10_002 }, (_, i) => `many/${i}`);
    await deliver(names.slice(0, 9000), other);
    await deliver(names, other);
    const answer = await ask('POST', `/api/connections/${other.id}/sources/filters`, {});
    expect(answer.headers['x-paging-total-records']).toBe('10000');
  });
});

describe('a tag that a connection feeds', () => {
  test('keeps its source until it is released', async () => {
    const tagId = await freeTag({ name: 'Fed.source' });
    await take([{ source: 'f/1', tagId, factor: 3 }]);
    const tag = await getTag(tagId);
    const refused = await ask('PUT', `/api/tags/${tagId}`, { ...tag, source: 'f/2' });
    expect(refused.statusCode).toBe(400);
    expect(listProblems(refused)).toEqual([
      'source: A connection feeds this tag by its source. Release the tag on the page of the connection to change it.',
    ]);
    const renamed = await ask('PUT', `/api/tags/${tagId}`, { ...tag, caption: 'Renamed' });
    expect(renamed.statusCode).toBe(200);
    expect((await release([tagId])).statusCode).toBe(204);
    expect((await release([tagId])).json().message).toBe(
      `tagIds.0: The tag Fed.source is not fed by ${connection.name}.`,
    );
    const released = await getTag(tagId);
    expect(released).toMatchObject({ source: 'f/1', connectionId: null, connectionGroupId: null });
    expect((await ask('GET', `/api/tags/${tagId}/feed`)).statusCode).toBe(204);
    expect((await ask('PUT', `/api/tags/${tagId}`, { ...released, source: 'f/2' })).statusCode).toBe(200);
  });

  test('is found by its group, and returns the connection with the lease', async () => {
    const first = await connect();
    const second = await connect({ connectionGroupId: first.connectionGroupId });
    const tagId = await freeTag();
    await take([{ source: 'g/1', tagId }], second);
    const filters = [{ field: 'ConnectionGroupId', operator: 'EqualTo', value: first.connectionGroupId }];
    const found = await ask('POST', '/api/tags/filters', { filters });
    expect(found.json()).toMatchObject([{ id: tagId }]);
    const status = async () => (await ask('GET', `/api/tags/status?id=${tagId}`)).json();
    expect(await status()).toMatchObject([{ id: tagId, connectionId: first.id }]);
    await server.tenant.db
      .updateTable('connection_group')
      .set({ connection_id: second.id })
      .where('id', '=', first.connectionGroupId)
      .execute();
    expect(await status()).toMatchObject([{ connectionId: second.id }]);
    expect((await getTag(tagId)).connectionId).toBe(second.id);
  });

  test('shows the source of its points, and the ranges that were not recorded', async () => {
    const { db } = server.tenant;
    const other = await connect();
    const [one, two] = [await freeTag(), await freeTag()];
    await take(
      [
        { source: 'gap/1', tagId: one },
        { source: 'gap/2', tagId: two, factor: 2, offset: 1 },
      ],
      other,
    );
    await appendPoints(db, [{ tagId: two, times: [1000], values: [1] }]);
    const group = other.connectionGroupId;
    await recordGap(db, group, null, { from: 1000, to: 2000 });
    await recordGap(db, group, ['gap/1'], { from: 5000, to: 6000 });
    await recordGap(db, group, ['gap/1'], { from: 1500, to: 3000 });
    await recordGap(db, group, ['gap/1'], { from: 1000, to: 1200 });
    const listGaps = async (tagId: number) =>
      (await ask('GET', `/api/tags/${tagId}/feed`))
        .json()
        .gaps.map(({ from, to }: { from: string; to: string }) => [Date.parse(from), Date.parse(to)]);
    expect(await listGaps(one)).toEqual([
      [1000, 3000],
      [5000, 6000],
    ]);
    expect((await ask('GET', `/api/tags/${two}/feed`)).json()).toEqual({
      connectionId: other.id,
      connectionName: other.name,
      source: 'gap/2',
      factor: 2,
      offset: 1,
      lastTime: '1970-01-01T00:00:01.000Z',
      gaps: [{ from: '1970-01-01T00:00:01.000Z', to: '1970-01-01T00:00:02.000Z' }],
    });
  });
});

test('values that cannot be stored as points do not block other values', async () => {
  const tagId = await freeTag();
  await take([{ source: 'v/1', tagId, factor: 1e300 }]);
  const value = { source: 'v/1', quality: 'good' as const };
  const stored = await saveSourceValues(server.tenant.db, null, connection.connectionGroupId, [
    { ...value, time: 1000.7, value: 1 },
    { ...value, time: 2000, value: 1e300 },
    { ...value, time: 3000, value: Number.NaN },
    { ...value, time: -1, value: 1 },
    { ...value, time: Number.NaN, value: 1 },
    { source: 'x'.repeat(201), quality: 'good', time: 1000, value: 1 },
  ]);
  expect(stored).toMatchObject({ stored: 3, unknown: 1, refused: 2, lastTime: 3000 });
  const points = (await ask('GET', `/api/tags/${tagId}/data-points`)).json().points;
  expect(points).toEqual({
    times: [1000, 2000, 3000],
    values: [1e300, null, null],
    qualities: ['good', 'bad', 'bad'],
  });
});

test('every call answers 404 for an unknown connection or tag', async () => {
  const none = { ...connection, id: 999_999 };
  const answers = await Promise.all([
    take([{ source: 'a', name: 'Nowhere' }], none),
    release([1], none),
    ignore(['a'], true, none),
    ask('POST', '/api/connections/999999/sources/filters', {}),
    ask('GET', '/api/tags/999999/feed'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
});
