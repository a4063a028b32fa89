import { newProtection } from '@twinward/contracts/protections/protection';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { insertAndEvaluate } from './write.ts';

let server: TestApp;
let viewer: Record<string, string>;
let twinId: number;

const day = 86_400_000;
const begin = Date.UTC(2024, 0, 1);
const at = (days: number) => begin + days * day;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  const assetId = await makeAsset(db);
  const flow = await makeTag(db, { assetIds: [assetId] });
  const work = await makeTag(db, { assetIds: [assetId], type: 'work' });
  twinId = await makeTwin(db, {
    assetId,
    startDate: new Date(begin),
    aliases: [
      { name: 'Flow', type: 'data_point', mappedTagId: flow },
      { name: 'Service', type: 'work', mappedTagId: work },
    ],
  });
  await db.insertInto('tag_alias').values({ twin_id: twinId, type: 'data_point', name: 'Loose' }).execute();
  // 0 and 1 alternately, one day each, from the first day of the year.
  const times = Float64Array.from({ length: 30 }, (_, index) => at(index));
  await appendPoints(db, [
    { tagId: flow, times, values: times.map((_, index) => index % 2), qualities: null },
  ]);
  await sql`
    insert into work (tag_id, name, kind, completed_at)
    values (${work}, 'Service', 'preventive', ${new Date(at(2))})`.execute(db);
});
afterAll(() => server.close());

const preview = (protection: object, range = { from: at(10), to: at(15) }, headers = viewer) =>
  server.ask('POST', '/api/indicators/preview', headers, { twinId, protection, ...range });

test('a preview returns the findings of a definition in a range, and stores nothing', async () => {
  const response = await preview({
    defaultLevel: 5,
    thresholds: [
      { name: 'On', logic: '[Flow] > 0', level: 250 },
      { name: 'Often', logic: 'EXCURSIONCOUNT("On", #3d) >= 2', level: 100 },
    ],
  });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    errors: [],
    warnings: [],
    unmapped: [],
    findings: {
      answers: [],
      excursions: [
        // Only the points that matter are read: the window of three days needs no more.
        { threshold: 1, start: at(9), end: null },
        { threshold: 0, start: at(11), end: at(12) },
        { threshold: 0, start: at(13), end: at(14) },
      ],
      levels: [
        { time: at(10), level: 100, driving: 1 },
        { time: at(11), level: 250, driving: 0 },
        { time: at(12), level: 100, driving: 1 },
        { time: at(13), level: 250, driving: 0 },
        { time: at(14), level: 100, driving: 1 },
      ],
      counts: [2, 1],
      durations: [2 * day, 5 * day],
      truncated: false,
      evaluations: 5,
    },
  });
  expect(await server.tenant.db.selectFrom('protection').select('id').execute()).toEqual([]);
});

test('the due date of an activity depends on all completed work', async () => {
  const aliases = await server.tenant.db
    .selectFrom('tag_alias')
    .select(['id', 'name'])
    .where('twin_id', '=', twinId)
    .execute();
  const service = aliases.find(({ name }) => name === 'Service')!.id;
  const response = await preview({
    type: 'activity',
    aliases: [{ tagAliasId: service, intervalType: 'calendar', expectedInterval: 'P10D' }],
    thresholds: [{ name: 'Overdue', logic: 'INTERVAL([Service]) > #11d', level: 750 }],
  });
  expect(response.json().findings.excursions).toEqual([{ threshold: 0, start: at(13) + 1, end: null }]);
});

test('a preview returns errors, warnings and unmapped inputs', async () => {
  const wrong = await preview({ thresholds: [{ name: 'On', logic: '[Folw] > 0' }] });
  expect(wrong.json()).toEqual({
    errors: [
      {
        threshold: 0,
        code: 'unknown-alias',
        message: 'Unknown tag alias [Folw]. Did you mean [Flow]?',
        from: { line: 1, column: 1 },
        to: { line: 1, column: 7 },
      },
    ],
    warnings: [],
    unmapped: [],
  });
  const loose = await preview({ thresholds: [{ name: 'On', logic: '[Loose] > [Flow]' }] });
  expect(loose.json()).toEqual({ errors: [], warnings: [], unmapped: ['Loose'] });
});

test('a preview answers 400, 401 and 404', async () => {
  expect((await preview({}, { from: at(2), to: at(1) })).statusCode).toBe(400);
  expect((await preview({}, { from: at(1), to: at(2) }, {})).statusCode).toBe(401);
  const body = { twinId: 999_999, protection: {}, from: at(1), to: at(2) };
  const missing = await server.ask('POST', '/api/indicators/preview', viewer, body);
  expect(missing.json().message).toBe('Twin not found.');
});

const explain = (protection: object, time: number, headers = viewer) =>
  server.ask('POST', '/api/indicators/explain', headers, { twinId, protection, time });

test('an explanation returns the state of each part of a definition at a time', async () => {
  const logic = 'AVERAGE([Flow], #3d) > 0.5 and [Flow] > 0';
  const response = await explain({ thresholds: [{ name: 'On', logic, level: 250 }] }, at(11));
  expect(response.statusCode).toBe(200);
  const { errors, unmapped, thresholds } = response.json();
  expect({ errors, unmapped }).toEqual({ errors: [], unmapped: [] });
  expect(thresholds).toMatchObject([{ value: true, open: true }]);
  const sources: [string, unknown, unknown][] = [];
  const gather = (part: { source: string; value: unknown; points?: unknown; parts: never[] }): void => {
    sources.push([part.source, part.value, part.points]);
    part.parts.forEach(gather);
  };
  thresholds[0].parts.forEach(gather);
  expect(sources).toContainEqual(['AVERAGE([Flow], #3d)', expect.closeTo(2 / 3), { length: 3 }]);
  expect(sources).toContainEqual(['[Flow]', 1, undefined]);
  expect(sources).toContainEqual(['[Flow] > 0', true, undefined]);
});

test('an explanation of logic that depends on all points evaluates the earlier ones first', async () => {
  const counting = { thresholds: [{ name: 'Mean', logic: 'AVERAGEINTERVAL([Flow]) >= #1d', level: 1 }] };
  const { thresholds } = (await explain(counting, at(20) + 1)).json();
  expect(thresholds).toMatchObject([{ value: true, open: true }]);
  const before = (await explain(counting, begin - day)).json();
  expect(before.thresholds).toMatchObject([{ value: null, open: false }]);
});

test('an explanation reports errors of the logic, unmapped inputs and an unknown twin', async () => {
  const wrong = (await explain({ thresholds: [{ name: 'A', logic: '[Flaw] > 1' }] }, at(11))).json();
  expect(wrong).toMatchObject({ errors: [{ threshold: 0, code: 'unknown-alias' }], thresholds: [] });
  const loose = (await explain({ thresholds: [{ name: 'A', logic: '[Loose] > 1' }] }, at(11))).json();
  expect(loose).toEqual({ errors: [], unmapped: ['Loose'], thresholds: [] });
  const body = { twinId: 999_999, protection: {}, time: at(1) };
  expect((await server.ask('POST', '/api/indicators/explain', viewer, body)).json().message).toBe(
    'Twin not found.',
  );
});

test('an explanation returns when work is due by calendar and by counter', async () => {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const hours = await makeTag(db, { assetIds: [assetId] });
  const work = await makeTag(db, { assetIds: [assetId], type: 'work' });
  const now = Date.now();
  const machine = await makeTwin(db, {
    assetId,
    startDate: new Date(now - 100 * day),
    aliases: [
      { name: 'Hours', type: 'data_point', mappedTagId: hours },
      { name: 'Service', type: 'work', mappedTagId: work },
    ],
  });
  // 20 hours a day from 100 on; serviced at 640.
  const times = Float64Array.from({ length: 41 }, (_, index) => now - (40 - index) * day);
  const values = times.map((_, index) => 100 + 20 * index);
  await appendPoints(db, [{ tagId: hours, times, values, qualities: null }]);
  const done = new Date(times[27]!);
  await sql`
    insert into work (tag_id, name, kind, completed_at)
    values (${work}, 'Service', 'preventive', ${done})`.execute(db);
  const aliases = await db
    .selectFrom('tag_alias')
    .select(['id', 'name'])
    .where('twin_id', '=', machine)
    .execute();
  const findId = (name: string) => aliases.find((alias) => alias.name === name)!.id;
  const id = await insertAndEvaluate(
    db,
    newProtection.parse({
      twinId: machine,
      name: 'Service due',
      type: 'activity',
      aliases: [
        {
          tagAliasId: findId('Service'),
          intervalType: 'calendar',
          expectedInterval: 'P10D',
          tolerance: 'P1D',
        },
        { tagAliasId: findId('Hours'), intervalType: 'counter', counterInterval: 500, counterStart: 100 },
      ],
    }),
  );
  const due = await server.ask('GET', `/api/indicators/${id}/due`, viewer);
  expect(due.json()).toEqual([
    {
      alias: 'Hours',
      by: 'counter',
      state: 'not due',
      lastCompleted: done.toISOString(),
      due: 1140,
      reading: 900,
      usePerDay: 20,
      date: new Date(now + 12 * day).toISOString(),
    },
    {
      alias: 'Service',
      by: 'calendar',
      state: 'overdue',
      lastCompleted: done.toISOString(),
      due: done.getTime() + 10 * day,
      reading: null,
      usePerDay: null,
      date: new Date(done.getTime() + 10 * day).toISOString(),
    },
  ]);
  expect((await server.ask('GET', '/api/indicators/999999/due', viewer)).statusCode).toBe(404);
});
