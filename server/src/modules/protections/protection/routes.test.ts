import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeCalculatedTag,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
});
afterAll(() => server.close());

const get = (id: number | string, headers = viewer) =>
  server.app.inject({ method: 'GET', url: `/api/indicators/${id}`, headers });

async function makeTwoInputTwin(): Promise<{ twinId: number; flow: number; speed: number }> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const flow = await makeTag(db, { assetIds: [assetId], name: 'F', unit: 'm3/h' });
  const speed = await makeTag(db, { assetIds: [assetId], name: 'S' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Flow', type: 'data_point', mappedTagId: flow },
      { name: 'Speed', type: 'data_point', mappedTagId: speed },
    ],
  });
  return { twinId, flow, speed };
}

test('GET /api/indicators/:id returns the protection with its thresholds in order and its tags', async () => {
  const { db } = server.tenant;
  const { twinId, flow } = await makeTwoInputTwin();
  const id = await makeProtection(db, {
    twinId,
    name: 'Blocked',
    description: 'Watches the strainer',
    thresholds: [
      { name: 'Low', logic: '[Flow] < 10', level: 250 },
      { name: 'Lower', logic: 'AVERAGE([Flow], #1h) < 5', level: 750 },
      { name: 'Script', type: 'script', logic: 'IF ([Flow] == 0) { RETURN TRUE } RETURN FALSE', level: null },
    ],
  });
  const response = await get(id);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    id,
    indicatorPattern: null,
    twinId,
    name: 'Blocked',
    description: 'Watches the strainer',
    type: 'condition',
    active: true,
    defaultLevel: 0,
    startDate: null,
    thresholds: [
      {
        id: expect.any(Number),
        name: 'Low',
        alias: null,
        logic: '[Flow] < 10',
        type: 'expression',
        level: 250,
        logExcursion: true,
        onDelay: 0,
        offDelay: 0,
        deadband: 0,
        actions: [],
        rationalization: null,
      },
      expect.objectContaining({ name: 'Lower', level: 750 }),
      expect.objectContaining({ name: 'Script', type: 'script', level: null }),
    ],
    tagAliasIds: [expect.any(Number)],
    aliases: [
      {
        tagAliasId: expect.any(Number),
        alias: 'Flow',
        type: 'data_point',
        tagId: flow,
        tagName: 'F',
        unit: 'm3/h',
        intervalType: null,
        expectedInterval: null,
        counterInterval: null,
        counterStart: null,
        tolerance: null,
        schedule: 'floating',
      },
    ],
    inputs: [{ alias: 'Flow', tagId: flow, tagName: 'F', unit: 'm3/h' }],
    failureModeIds: [],
    expectedInterval: null,
    completion: { bits: 31, percent: 100 },
    missing: [],
    level: null,
    drivingThresholdId: null,
    lastEvaluatedDate: null,
    stale: false,
    staleInputs: [],
    silentSince: null,
    error: null,
    setAsideDate: null,
    shelving: null,
    dirtyFlags: [],
    fields: {},
    version: 1,
    updatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('a protection is incomplete while one of its tags or thresholds is incomplete', async () => {
  const { db } = server.tenant;
  const { tagId } = await makeCalculatedTag(db, { logic: '', aliases: {} });
  const twinId = await makeTwin(db, {
    aliases: [{ name: 'Calculated', type: 'data_point', mappedTagId: tagId }],
  });
  const id = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'On', logic: '[Calculated] > 1', level: null }],
  });
  expect((await get(id)).json().completion).toEqual({ bits: 23, percent: 80 });
  await db.updateTable('threshold').set({ log_excursion: false }).where('protection_id', '=', id).execute();
  expect((await get(id)).json().completion).toEqual({ bits: 7, percent: 60 });
});

test('logic that does not compile is rejected with every error', async () => {
  const { db } = server.tenant;
  const twinId = await makeTwin(db);
  const thresholds = [
    { name: 'A', logic: '[Temprature] > 1', level: 1 },
    { name: 'B', logic: '1 + ', level: 2 },
  ];
  const made = withTransaction(db, (transaction) => makeProtection(transaction, { twinId, thresholds }));
  await expect(made).rejects.toMatchObject({
    id: 'invalid-expression',
    message: 'Unknown tag alias [Temprature]. Did you mean [Temperature]?',
    errors: [
      { path: 'thresholds.0.logic', message: expect.stringContaining('Unknown tag alias') },
      expect.objectContaining({ path: 'thresholds.1.logic' }),
    ],
  });
  expect(await db.selectFrom('protection').where('twin_id', '=', twinId).selectAll().execute()).toEqual([]);
});

test('GET /api/indicators/:id answers 400, 401, 403 and 404', async () => {
  const id = await makeProtection(server.tenant.db);
  expect((await get('new')).statusCode).toBe(400);
  expect((await get(id, {})).statusCode).toBe(401);
  expect((await get(id, await makeSession(server.tenant.db))).statusCode).toBe(403);
  const missing = await get(999_999);
  expect(missing.statusCode).toBe(404);
  expect(missing.json().message).toBe('Protection not found.');
});
