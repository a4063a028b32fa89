import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendPoints, compactTags } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
});
afterAll(() => server.close());

const minute = 60_000;
const begin = Date.UTC(2024, 0, 1);
const ask = (tagId: number, headers = viewer) => server.ask('GET', `/api/tags/${tagId}/rhythm`, headers);

async function makeTagWith(times: number[]): Promise<number> {
  const tagId = await makeTag(server.tenant.db);
  await appendPoints(server.tenant.db, [{ tagId, times, values: times.map(() => 1), qualities: null }]);
  return tagId;
}

test('the rhythm of a tag is measured from its newest points', async () => {
  // Once every hour, later every 5 minutes.
  const hourly = Array.from({ length: 500 }, (_, i) => begin + i * 60 * minute);
  const later = hourly.at(-1)! + 60 * minute;
  const newer = Array.from({ length: 12_000 }, (_, i) => later + i * 5 * minute);
  const tagId = await makeTagWith([...hourly, ...newer]);
  const expected = {
    median: 5 * minute,
    usual: 5 * minute,
    to: new Date(newer.at(-1)!).toISOString(),
    proposal: { expectedInterval: 'PT5M', tolerance: 'PT5M', longer: 0 },
  };
  const answer = await ask(tagId);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject(expected);
  expect(answer.json().gaps).toBeGreaterThan(1000);
  await compactTags(server.tenant.db, [tagId]);
  expect((await ask(tagId)).json()).toMatchObject(expected);
});

test('a tag with few points has no proposal, and a tag without points has no rhythm', async () => {
  const few = await makeTagWith([begin, begin + minute, begin + 3 * minute]);
  expect((await ask(few)).json()).toMatchObject({ gaps: 2, median: minute, proposal: null });
  expect((await ask(await makeTag(server.tenant.db))).json()).toEqual({
    gaps: 0,
    from: null,
    to: null,
    median: null,
    usual: null,
    proposal: null,
  });
});

test('the rhythm answers 400, 401, 403 and 404', async () => {
  const tagId = await makeTag(server.tenant.db);
  expect((await server.ask('GET', '/api/tags/none/rhythm', viewer)).statusCode).toBe(400);
  expect((await ask(tagId, {})).statusCode).toBe(401);
  expect((await ask(tagId, await makeSession(server.tenant.db))).statusCode).toBe(403);
  expect((await ask(999_999)).statusCode).toBe(404);
});
