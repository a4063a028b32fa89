import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let author: Record<string, string>;
let viewer: Record<string, string>;
let tagWriter: Record<string, string>;
let twinId: number;
let tagId: number;
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  author = await makeViewerSession(db);
  viewer = await makeViewerSession(db);
  tagWriter = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
  twinId = await makeTwin(db, { assetId: await makeAsset(db) });
  tagId = await makeTag(db);
});
afterAll(() => server.close());

const day = (number: number) => `2024-01-0${number}T00:00:00.000Z`;
const make = (body: object, headers = author) => server.ask('POST', '/api/annotations', headers, body);
const change = (id: number, body: object, headers = author) =>
  server.ask('PUT', `/api/annotations/${id}`, headers, body);
const remove = (id: number, headers = author) => server.ask('DELETE', `/api/annotations/${id}`, headers);
const list = async (query: string, headers = viewer) =>
  (await server.ask('GET', `/api/annotations?${query}`, headers)).json();

test('an annotation is created, listed in its range, updated at the version that was read, and deleted', async () => {
  const made = await make({ tagId, start: day(2), end: day(4), text: ' Seal changed ' });
  expect(made.statusCode, made.body).toBe(201);
  const annotation = made.json();
  expect(annotation).toMatchObject({
    twinId: null,
    tagId,
    start: day(2),
    end: day(4),
    text: 'Seal changed',
    updatedAt: null,
    mayChange: true,
    version: 1,
  });
  const seen = { ...annotation, mayChange: false };
  expect(await list(`tagId=${tagId}&from=${day(1)}&to=${day(3)}`)).toEqual([seen]);
  expect(await list(`tagId=${tagId}&from=${day(4)}&to=${day(5)}`)).toEqual([]);
  expect(await list(`twinId=${twinId}&from=${day(1)}&to=${day(5)}`)).toEqual([]);
  expect(await list(`from=${day(1)}&to=${day(5)}`)).toEqual([]);

  const other = { start: day(2), end: day(5), text: 'Seal replaced' };
  const changed = await change(annotation.id, { ...other, version: 1 });
  expect(changed.json()).toMatchObject({ ...other, version: 2, updatedAt: expect.any(String) });
  const stale = await change(annotation.id, { ...other, text: 'Mine', version: 1 });
  expect([stale.statusCode, stale.json().current.text]).toEqual([409, 'Seal replaced']);

  expect((await remove(annotation.id)).statusCode).toBe(204);
  expect((await remove(annotation.id)).statusCode).toBe(404);
  const audited = await server.tenant.db
    .selectFrom('audit_entry')
    .select(['action', 'old', 'new'])
    .where('entity_type', '=', 'annotation')
    .where('entity_id', '=', String(annotation.id))
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(audited[1]).toMatchObject({ old: { text: 'Seal changed' }, new: { text: 'Seal replaced' } });
});

test('only the author of an annotation and users who may write its tag or twin can change it', async () => {
  const range = { start: day(1), end: day(2) };
  const ofTag = (await make({ tagId, ...range, text: 'Cleaned' })).json();
  const ofTwin = (await make({ twinId, ...range, text: 'Stopped' })).json();
  const body = { ...range, text: 'Other', version: 1 };
  for (const { id } of [ofTag, ofTwin]) {
    expect((await change(id, body, viewer)).statusCode).toBe(403);
    expect((await remove(id, viewer)).statusCode).toBe(403);
    expect((await remove(id, {})).statusCode).toBe(401);
  }
  expect((await change(ofTag.id, body, tagWriter)).statusCode).toBe(200);
  expect((await change(ofTwin.id, body, tagWriter)).statusCode).toBe(403);
  const query = `twinId=${twinId}&tagId=${tagId}&from=${day(1)}&to=${day(2)}`;
  const answer = await list(query, tagWriter);
  expect(answer.map(({ id, mayChange }: typeof ofTag) => [id, mayChange])).toEqual([
    [ofTwin.id, false],
    [ofTag.id, true],
  ]);
});

test('an annotation is deleted with its tag', async () => {
  const { db } = server.tenant;
  const gone = await makeTag(db);
  await make({ tagId: gone, start: day(1), end: day(2), text: 'Cleaned' });
  await db.deleteFrom('tag').where('id', '=', gone).execute();
  expect(await list(`tagId=${gone}&from=${day(1)}&to=${day(2)}`)).toEqual([]);
});

test('invalid requests are rejected with the reason', async () => {
  const range = { start: day(1), end: day(2) };
  const cases = [
    [{ tagId, ...range, text: ' ' }, 'text', 'Required.'],
    [{ tagId, ...range, text: 'x'.repeat(1001) }, 'text', '1 characters over maximum length of 1000.'],
    [
      { tagId, start: day(2), end: day(2), text: 'a' },
      'end',
      'The end of the range must be after its start.',
    ],
    [{ ...range, text: 'a' }, 'tagId', 'Please give a tag or a twin, not both.'],
    [{ tagId, twinId, ...range, text: 'a' }, 'tagId', 'Please give a tag or a twin, not both.'],
  ] as const;
  for (const [body, path, message] of cases) {
    const answer = await make(body);
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path, message }]]);
  }
  expect((await make({ twinId: 999_999, ...range, text: 'a' })).statusCode).toBe(404);
  expect((await make({ tagId: 999_999, ...range, text: 'a' })).statusCode).toBeGreaterThanOrEqual(400);
});

test('a tag can have at most 1,000 annotations', async () => {
  const { db } = server.tenant;
  const full = await makeTag(db);
  const row = { tag_id: full, start_at: new Date(day(1)), end_at: new Date(day(2)), text: 'Cleaned' };
  await db
    .insertInto('annotation')
    .values(Array.from({ length: 1000 }, () => row))
    .execute();
  const answer = await make({ tagId: full, start: day(1), end: day(2), text: 'One more' });
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'At most 1000 annotations of a tag can be kept.',
  ]);
  expect(await list(`tagId=${full}&from=${day(1)}&to=${day(2)}`)).toHaveLength(500);
});
