import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeSession,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let twinId: number;
let often: number;
let chattering: number;
let standing: number;
let standingExcursion: number;

const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;
const end = Date.UTC(2024, 2, 31);
/** End of open excursions, which last until the last evaluation. */
const evaluatedAt = end - day;
const iso = (time: number) => new Date(time).toISOString();

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  twinId = await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Pump' }) });
  often = await makeProtection(db, { twinId, name: 'Often' });
  chattering = await makeProtection(db, { twinId, name: 'Chattering' });
  standing = await makeProtection(db, { twinId, name: 'Standing' });
  const asleep = await makeProtection(db, { twinId, name: 'Asleep', active: false });
  const add = (protectionId: number, start: number, length: number | null) =>
    makeExcursion(db, {
      protectionId,
      start: iso(start),
      end: length === null ? null : iso(start + length),
    });
  // One hour each, eleven hours apart: three on the last day, and two at the edges of the window.
  for (let i = 0; i < 6; i++) await add(often, end - hour - i * 11 * hour, 2 * hour);
  await add(often, end, hour);
  // Three within a minute, then two slightly farther apart.
  for (const at of [0, 20, 59, 119, 200]) await add(chattering, end - 2 * day + at * second, second);
  standingExcursion = await add(standing, end - 3 * day, null);
  await db
    .updateTable('protection')
    .set({ evaluated_at: new Date(evaluatedAt) })
    .where('id', '=', standing)
    .execute();
  await add(asleep, end - 4 * day, null);
  for (const outcome of ['confirmed', 'prevented', 'false-alarm', 'no-action']) {
    await sql`insert into advisory (twin_id, protection_id, source, name, state, outcome, remediation_id, closed_at)
      values (${twinId}, ${often}, 'rule', ${outcome}, 'closed', ${outcome}, 1, now())`.execute(db);
  }
});
afterAll(() => server.close());

const ask = (what: string, query: string, headers = viewer) =>
  server.ask('GET', `/api/excursions/${what}?to=${end}&${query}`, headers);

test('bad actors have the most excursions that start in the window', async () => {
  const response = await ask('bad-actors', 'window=week');
  expect(response.statusCode).toBe(200);
  expect(response.headers['x-paging-total-records']).toBe('3');
  expect(response.json()).toEqual([
    {
      protectionId: often,
      protectionName: 'Often',
      twinId,
      assetName: 'Pump',
      shelvedUntil: null,
      excursions: 6,
      share: 0.5,
      // Of the last one, only the hour inside the window.
      duration: 11 * hour,
      latest: iso(end - hour),
      // Three of its advisories have an outcome, one of them false.
      precision: 2 / 3,
    },
    expect.objectContaining({
      protectionId: chattering,
      excursions: 5,
      duration: 5 * second,
      precision: null,
    }),
    expect.objectContaining({ protectionId: standing, excursions: 1, duration: 2 * day }),
  ]);
  const lastDay = await ask('bad-actors', 'window=day');
  expect(lastDay.json()).toMatchObject([{ protectionId: often, excursions: 3, share: 1 }]);
  const second_ = await ask('bad-actors', 'window=week&page-size=1&page-number=2');
  expect(second_.json()).toMatchObject([{ protectionId: chattering }]);
  const beyond = await ask('bad-actors', 'page-number=9');
  expect([beyond.json(), beyond.headers['x-paging-total-records']]).toEqual([[], '3']);
});

test('chattering starts with the third excursion within a minute', async () => {
  const response = await ask('chattering', 'window=week');
  expect(response.json()).toEqual([
    {
      protectionId: chattering,
      protectionName: 'Chattering',
      twinId,
      assetName: 'Pump',
      shelvedUntil: null,
      thresholdId: expect.any(Number),
      thresholdName: 'High',
      level: 500,
      excursions: 1,
      mostInAMinute: 3,
      latest: iso(end - 2 * day + 59 * second),
    },
  ]);
  expect((await ask('chattering', 'window=day')).json()).toEqual([]);
});

test('standing excursions have been open for longer than the window, on active protections', async () => {
  const response = await ask('standing', 'window=day');
  expect(response.headers['x-paging-total-records']).toBe('1');
  expect(response.json()).toEqual([
    {
      protectionId: standing,
      protectionName: 'Standing',
      twinId,
      assetName: 'Pump',
      shelvedUntil: null,
      thresholdId: expect.any(Number),
      thresholdName: 'High',
      level: 500,
      excursionId: standingExcursion,
      start: iso(end - 3 * day),
      duration: 2 * day,
      silentSince: null,
    },
  ]);
  expect((await ask('standing', 'window=week')).json()).toEqual([]);
});

test('without an end, the window ends now', async () => {
  const response = await server.ask('GET', '/api/excursions/bad-actors?window=month', viewer);
  expect(response.json()).toEqual([]);
});

test.each(['bad-actors', 'chattering', 'standing'])('%s answers 400, 401 and 403', async (what) => {
  expect((await ask(what, 'window=year')).statusCode).toBe(400);
  expect((await ask(what, 'page-size=0')).statusCode).toBe(400);
  expect((await ask(what, '', {})).statusCode).toBe(401);
  expect((await ask(what, '', await makeSession(server.tenant.db))).statusCode).toBe(403);
});
