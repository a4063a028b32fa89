import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type HttpError, InfluxDB, Point, type WriteApi } from '@influxdata/influxdb-client';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { PointColumns } from '@twinward/contracts/signals/data-point';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let manager: Record<string, string>;
let viewer: Record<string, string>;
let connection: Connection;
let token: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  manager = await makeSession(server.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
  viewer = await makeViewerSession(server.tenant.db);
  connection = await connect();
  token = await createToken(connection);
});
afterAll(() => server.close());

let count = 0;
async function connect(configuration: object = {}): Promise<Connection> {
  const name = `Gateway ${++count}`;
  const made = await server.ask('POST', '/api/connections', manager, { name, type: 'http', configuration });
  return (await server.ask('POST', `/api/connections/${made.json().id}/resume`, manager)).json();
}

async function createToken({ id }: Connection): Promise<Record<string, string>> {
  const answer = await server.ask('POST', `/api/connections/${id}/token`, manager);
  return { authorization: `Token ${answer.json().token}` };
}

/** Makes a tag that a source of the connection feeds. */
async function assignSource(source: string, more: object = {}, of = connection): Promise<number> {
  const tagId = await makeTag(server.tenant.db, { assetIds: [] });
  const answer = await server.ask('POST', `/api/connections/${of.id}/sources`, manager, [
    { source, tagId, ...more },
  ]);
  expect(answer.statusCode, answer.body).toBe(200);
  return tagId;
}

const push = (points: unknown, headers = token, id = connection.id) =>
  server.ask('POST', `/api/connections/${id}/points`, headers, points);
const write = (payload: string | Buffer, headers: Record<string, string> = {}, query = '?precision=ms') =>
  server.app.inject({
    method: 'POST',
    url: `/api/v2/write${query}`,
    headers: { ...token, ...headers },
    payload,
  });

async function getPoints(tagId: number): Promise<PointColumns> {
  const answer = await server.ask('GET', `/api/tags/${tagId}/data-points`, viewer);
  return answer.json().points;
}
const listSources = async ({ id }: Connection) =>
  (await server.ask('POST', `/api/connections/${id}/sources/filters`, manager, {})).json();

const pointsPerSecond = async (): Promise<number> =>
  (await server.ask('GET', `/api/connections/${connection.id}`, manager)).json().pointsPerSecond;

describe('JSON', () => {
  test('is stored by source, only once if it is sent twice', async () => {
    const tagId = await assignSource('pump/1', { factor: 2, offset: -1 });
    const points = [
      { source: 'pump/1', time: '2024-01-01T00:00:00Z', value: 3 },
      { source: 'pump/1', time: 1_704_067_201_000, value: 4, quality: 'uncertain' },
      { source: 'pump/1', time: 1_704_067_202_000, value: null, quality: 'bad' },
    ];
    for (let i = 0; i < 2; i++) expect((await push(points)).statusCode).toBe(204);
    expect(await getPoints(tagId)).toEqual({
      times: [1_704_067_200_000, 1_704_067_201_000, 1_704_067_202_000],
      values: [5, 7, null],
      qualities: ['good', 'uncertain', 'bad'],
    });
    const state = await server.ask('GET', `/api/connections/${connection.id}`, manager);
    expect(state.json()).toMatchObject({ lastPointTime: '2024-01-01T00:00:02.000Z', tags: 1 });
  });

  test('is also stored from a large body, and every problem is reported', async () => {
    const tagId = await assignSource('large');
    const points = Array.from({ length: 3000 }, (_, i) => ({ source: 'large', time: i * 1000, value: i }));
    expect((await push(points)).statusCode).toBe(204);
    expect((await getPoints(tagId)).times).toHaveLength(3000);
    expect(await pointsPerSecond()).toBeGreaterThanOrEqual(40);
    const refused = await push([...points, { source: '', time: 1, value: null }]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toMatchObject([{ path: '3000.source' }, { path: '3000.value' }]);
  });

  test('counts towards the rate of the connection for a minute', async () => {
    const notePoints = (minutesAgo: number) =>
      sql`update connection_state set pushed_points = 6000, pushed_points_before = 0,
        pushed_minute = date_trunc('minute', now()) - make_interval(mins => ${minutesAgo})
        where connection_id = ${connection.id}`.execute(server.tenant.db);
    await notePoints(1);
    expect(await pointsPerSecond()).toBeLessThanOrEqual(100);
    await notePoints(2);
    expect(await pointsPerSecond()).toBe(0);
  });

  test('is rejected as a whole if one point is invalid', async () => {
    const tagId = await assignSource('all or none');
    const answer = await push([
      { source: 'all or none', time: 1, value: 1 },
      { source: 'all or none', time: 2, value: null },
    ]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path: '1.value', message: 'Please enter a number.' }]);
    expect((await getPoints(tagId)).times).toEqual([]);
    const long = await push([{ source: 'x'.repeat(201), time: 1, value: 1 }]);
    expect(long.json().errors).toEqual([
      { path: '0.source', message: '1 characters over maximum length of 200.' },
    ]);
  });

  test('is accepted only for the connection of the token', async () => {
    const point = [{ source: 'a', time: 1, value: 1 }];
    const other = await connect();
    expect((await push(point, {})).statusCode).toBe(401);
    expect((await push(point, { authorization: 'Token connection-bm9uZQ.wrong' })).statusCode).toBe(401);
    expect((await push(point, viewer)).statusCode).toBe(403);
    expect((await push(point, token, other.id)).statusCode).toBe(403);
    expect((await push(point, manager)).statusCode).toBe(204);
    expect((await push(point, manager, 999_999)).statusCode).toBe(404);
    const sources = await server.ask('POST', `/api/connections/${connection.id}/sources/filters`, token, {});
    expect(sources.statusCode).toBe(403);
  });

  test('is rejected while the connection is paused, to be sent again later', async () => {
    const paused = await connect();
    const headers = await createToken(paused);
    const point = [{ source: 'a', time: 1, value: 1 }];
    await server.ask('POST', `/api/connections/${paused.id}/pause`, manager);
    const answer = await push(point, headers, paused.id);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.json().message).toBe(
      `The connection ${paused.name} is paused. It takes points when it is resumed.`,
    );
    await server.ask('POST', `/api/connections/${paused.id}/resume`, manager);
    expect((await push(point, headers, paused.id)).statusCode).toBe(204);
  });
});

describe('the official client of InfluxDB', () => {
  let url: string;
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });
  const open = (
    { authorization }: Record<string, string>,
    options: Parameters<InfluxDB['getWriteApi']>[3] = {},
  ): WriteApi =>
    new InfluxDB({ url, token: authorization!.slice('Token '.length) }).getWriteApi('org', 'bucket', 'ms', {
      maxRetries: 0,
      ...options,
    });
  const point = (i: number) =>
    new Point('pump station')
      .tag('site', 'hall 3')
      .tag('line', 'a,b=c')
      .floatField('flow', i / 4)
      .intField('turns', i)
      .booleanField('on', i % 2 === 0)
      .stringField('note', 'said "hi", then left')
      .timestamp(1_704_067_200_000 + i * 1000);

  test.each([
    ['plain', Number.POSITIVE_INFINITY],
    ['gzip', 1],
  ])('delivers points as %s, each stored once although sent twice', async (_, gzipThreshold) => {
    const other = await connect();
    const suffix = ',line=a\\,b\\=c,site=hall 3';
    const headers = await createToken(other);
    const tagIds = [];
    for (const field of ['flow', 'turns', 'on'])
      tagIds.push(await assignSource(`pump station.${field}${suffix}`, {}, other));
    const writer = open(headers, { gzipThreshold, batchSize: 2000 });
    const points = Array.from({ length: 1000 }, (_, i) => point(i));
    for (let i = 0; i < 2; i++) {
      writer.writePoints(points);
      await writer.flush();
    }
    await writer.close();
    const times = points.map((_, i) => 1_704_067_200_000 + i * 1000);
    expect(await getPoints(tagIds[0]!)).toEqual({ times, values: points.map((_, i) => i / 4) });
    expect(await getPoints(tagIds[1]!)).toEqual({ times, values: points.map((_, i) => i) });
    expect(await getPoints(tagIds[2]!)).toEqual({ times, values: points.map((_, i) => 1 - (i % 2)) });
    // A text field is not a source.
    expect(await listSources(other)).toHaveLength(3);
  });

  test('receives an error for invalid lines, and the other lines are stored', async () => {
    const tagId = await assignSource('m.f');
    const writer = open(token);
    writer.writeRecords(['m f=1 5', 'm f=one 6', 'm f=2 7']);
    const failure: HttpError = await writer.close().catch((error) => error);
    expect(failure.statusCode).toBe(400);
    expect(failure.message).toBe(
      "1 line can't be read; the others are stored. Line 2: The value of f is not a number, boolean or text in double quotes.",
    );
    expect(await getPoints(tagId)).toEqual({ times: [5, 7], values: [1, 2] });
  });
});

describe('line protocol', () => {
  test('has times in nanoseconds by default', async () => {
    const tagId = await assignSource('n.f');
    expect((await write('n f=1 1704067200000999999', {}, '')).statusCode).toBe(204);
    expect((await write('n f=2 1704067201', {}, '?precision=s')).statusCode).toBe(204);
    expect(await getPoints(tagId)).toEqual({ times: [1_704_067_200_000, 1_704_067_201_000], values: [1, 2] });
    const refused = await write('n f=2 1', {}, '?precision=h');
    expect(refused.statusCode).toBe(400);
  });

  test('stores integers beyond the precision of a double as uncertain', async () => {
    const tagId = await assignSource('i.f');
    await write('i f=9007199254740993i 5');
    expect(await getPoints(tagId)).toEqual({
      times: [5],
      values: [9_007_199_254_740_992],
      qualities: ['uncertain'],
    });
  });

  test('is stored from a large body of any content type', async () => {
    const tagId = await assignSource('b.f');
    const lines = Array.from({ length: 20_000 }, (_, i) => `b f=${i} ${i}`).join('\n');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json'])
      expect((await write(lines, { 'content-type': type })).statusCode).toBe(204);
    const { times } = await getPoints(tagId);
    expect(times).toHaveLength(20_000);
  });

  test('is refused with a reason', async () => {
    const cases: [Buffer, Record<string, string>, number, string][] = [
      [
        gzipSync(Buffer.alloc(17 * 1024 * 1024)),
        { 'content-encoding': 'gzip' },
        413,
        'The unpacked body is larger than 16 MiB.',
      ],
      [Buffer.from('no gzip'), { 'content-encoding': 'gzip' }, 400, 'The body is not valid gzip.'],
      [
        Buffer.from('m f=1'),
        { 'content-encoding': 'br' },
        415,
        'Please send the body as it is, or packed with gzip.',
      ],
      [Buffer.from([0x6d, 0xff]), {}, 400, 'The body is not UTF-8.'],
      [Buffer.alloc(17 * 1024 * 1024), {}, 413, 'The body is larger than 16 MiB.'],
      [Buffer.from('m f=1 1\n'.repeat(100_001)), {}, 413, 'At most 100,000 points in one call.'],
    ];
    for (const [body, headers, status, message] of cases) {
      const answer = await write(body, headers);
      expect(answer.statusCode, message).toBe(status);
      expect(answer.json().message).toBe(message);
    }
  });

  test('requires the token of a connection', async () => {
    const send = (headers: Record<string, string>) => write('m f=1', { authorization: '', ...headers });
    expect((await send({})).statusCode).toBe(401);
    expect((await send(viewer)).statusCode).toBe(403);
    const answer = await send(manager);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(
      'Please send the token of a connection: the call names none otherwise.',
    );
  });
});

describe('sources without a tag', () => {
  test('are listed with their latest point', async () => {
    const other = await connect();
    await write('q f=1 5\nq f=2 6', await createToken(other));
    expect(await listSources(other)).toMatchObject([
      { source: 'q.f', tagId: null, lastTime: '1970-01-01T00:00:00.006Z', lastValue: 2, isIgnored: false },
    ]);
  });

  test('become tags if the connection creates them, unless their name is taken', async () => {
    const making = await connect({ unknownSources: 'make' });
    const headers = await createToken(making);
    await makeTag(server.tenant.db, { name: 'made.taken', assetIds: [] });
    await write('made new=1,taken=2 5\nmade new=3 6', headers);
    const [made, taken] = await listSources(making);
    expect(made).toMatchObject({ source: 'made.new', tagName: 'made.new', lastValue: 3 });
    expect(taken).toMatchObject({ source: 'made.taken', tagId: null, lastValue: 2 });
    expect(await getPoints(made.tagId)).toEqual({ times: [5, 6], values: [1, 3] });
    await write('made new=4 7', headers);
    expect((await getPoints(made.tagId)).values).toEqual([1, 3, 4]);
  });

  test('become tags only once with concurrent calls', async () => {
    const making = await connect({ unknownSources: 'make' });
    const headers = await createToken(making);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => write(`race f=${i},g=${i} ${i}`, headers)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204, 204]);
    const [f, g] = await listSources(making);
    for (const { tagId } of [f, g]) expect((await getPoints(tagId)).times).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
