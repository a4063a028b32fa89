import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
let protectionId: number;
let ended: number;
let open: number;

const day = (date: number) => `2024-03-0${date}T00:00:00.000Z`;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  const assetId = await makeAsset(db, { assetName: 'Pump' });
  twinId = await makeTwin(db, { assetId });
  protectionId = await makeProtection(db, { twinId, name: 'Hot bearing' });
  ended = await makeExcursion(db, { protectionId, start: day(1), end: day(2) });
  open = await makeExcursion(db, { protectionId, start: day(3), end: null });
});
afterAll(() => server.close());

const list = (body: object, query = '', headers = viewer) =>
  server.app.inject({ method: 'POST', url: `/api/excursions/filters${query}`, headers, payload: body });
const levels = (query: string, id: number | string = protectionId, headers = viewer) =>
  server.app.inject({ method: 'GET', url: `/api/indicators/${id}/levels?${query}`, headers });

describe('POST /api/excursions/filters', () => {
  test('returns the newest first', async () => {
    const response = await list({});
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-paging-total-records']).toBe('2');
    expect(response.json()).toEqual([
      {
        id: open,
        twinId,
        assetName: 'Pump',
        protectionId,
        protectionName: 'Hot bearing',
        thresholdId: expect.any(Number),
        thresholdName: 'High',
        level: 500,
        start: day(3),
        end: null,
        evaluatedTo: null,
      },
      expect.objectContaining({ id: ended, start: day(1), end: day(2) }),
    ]);
  });

  test.each([
    [{ field: 'End', operator: 'IsNotNull' }],
    [{ field: 'Start', operator: 'LessThan', value: day(3), dataType: 'D' }],
    [{ field: 'Id', operator: 'In', value: [1] }],
  ])('filters by %j', async (filter) => {
    const response = await list({
      filters: [filter, { field: 'TwinId', operator: 'EqualTo', value: twinId }],
      sorts: [{ field: 'Level', direction: 'Ascending' }],
    });
    expect(response.json()).toMatchObject([{ id: ended }]);
  });

  test.each(['AssetName', 'ProtectionName', 'ThresholdName'])('filters by %s', async (field) => {
    const none = await list({ filters: [{ field, operator: 'EqualTo', value: 'Other' }] });
    expect(none.json()).toEqual([]);
  });

  test('answers 400, 401 and 403', async () => {
    expect(
      (await list({ filters: [{ field: 'Start', operator: 'EqualTo', value: 'soon' }] })).statusCode,
    ).toBe(400);
    expect((await list({}, '', {})).statusCode).toBe(401);
    expect((await list({}, '', await makeSession(server.tenant.db))).statusCode).toBe(403);
  });
});

describe('GET /api/indicators/:id/levels', () => {
  beforeAll(async () => {
    const values = [0, 500, 0, 500].map((level, i) => ({
      protection_id: protectionId,
      at: new Date(day(i + 1)),
      level,
      driving_threshold_id: null,
    }));
    await server.tenant.db.insertInto('level_change').values(values).execute();
  });

  const times = (response: Awaited<ReturnType<typeof levels>>) =>
    response.json().map((change: { time: string }) => change.time);

  test('starts with the level in effect at the start of the range', async () => {
    const response = await levels(`from=2024-03-02T12:00:00Z&to=${day(4)}`);
    expect(response.headers['x-paging-total-records']).toBe('2');
    expect(response.json()).toEqual([
      { time: day(2), level: 500, drivingThresholdId: null },
      { time: day(3), level: 0, drivingThresholdId: null },
    ]);
  });

  test('has no level before the first, and none at the end of the range', async () => {
    expect(times(await levels(`from=2024-01-01T00:00:00Z&to=${day(2)}`))).toEqual([day(1)]);
    expect(times(await levels('from=2024-01-01T00:00:00Z&to=2024-02-01T00:00:00Z'))).toEqual([]);
  });

  test('is paginated', async () => {
    const response = await levels(`from=0&to=${day(9)}&page-size=2&page-number=2`);
    expect(times(response)).toEqual([day(3), day(4)]);
    expect(response.headers['x-paging-total-records']).toBe('4');
  });

  test('answers 400, 401, 403 and 404', async () => {
    const turned = await levels('from=2000&to=1000');
    expect(turned.statusCode).toBe(400);
    expect(turned.json().message).toBe('The end of the range must be after its start.');
    expect((await levels('from=0')).statusCode).toBe(400);
    expect((await levels('from=0&to=1', protectionId, {})).statusCode).toBe(401);
    expect((await levels('from=0&to=1', protectionId, await makeSession(server.tenant.db))).statusCode).toBe(
      403,
    );
    expect((await levels('from=0&to=1', 999_999)).statusCode).toBe(404);
  });
});
