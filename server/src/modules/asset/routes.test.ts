import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
});
afterAll(() => server.close());

const get = (url: string, headers = viewer) => server.app.inject({ method: 'GET', url, headers });

test('GET /api/assets gives those of the ids that exist', async () => {
  const { db } = server.tenant;
  const pump = await makeAsset(db, {
    uniqueId: 'P-1',
    assetName: 'Pump',
    category: 'Rotating',
    class: 'Pumps',
  });
  const fan = await makeAsset(db);
  const twin = await makeTwin(db, { assetId: pump });
  const response = await get(`/api/assets?id=${fan}&id=${pump}&id=999999`);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toHaveLength(2);
  expect(response.json()[0]).toEqual({
    id: pump,
    assetName: 'Pump',
    uniqueId: 'P-1',
    category: { id: 'Rotating', caption: 'Rotating' },
    class: { id: 'Pumps', caption: 'Pumps' },
    type: null,
    technicalNumber: null,
    description: '',
    isEquipment: true,
    maintenancePlant: null,
    planningPlant: null,
    departmentId: null,
    positionId: null,
    twinId: twin,
  });
  expect((await get(`/api/assets?id=${fan}`)).json()).toMatchObject([{ id: fan, twinId: null }]);
});

test('GET /api/assets/:id/tags gives its tags by name', async () => {
  const { db } = server.tenant;
  const asset = await makeAsset(db);
  const second = await makeTag(db, { name: 'N.2', assetIds: [asset] });
  const first = await makeTag(db, { name: 'N.1', assetIds: [asset] });
  await makeTag(db);
  const response = await get(`/api/assets/${asset}/tags`);
  expect(response.json()).toMatchObject([
    { id: first, name: 'N.1', assetIds: [asset] },
    { id: second, name: 'N.2' },
  ]);
});

test('answers 400, 401, 403 and 404', async () => {
  const asset = await makeAsset(server.tenant.db);
  const nobody = await makeSession(server.tenant.db);
  expect((await get('/api/assets')).statusCode).toBe(400);
  expect((await get('/api/assets?id=x')).statusCode).toBe(400);
  for (const url of [`/api/assets?id=${asset}`, `/api/assets/${asset}/tags`]) {
    expect((await get(url, {})).statusCode).toBe(401);
    expect((await get(url, nobody)).statusCode).toBe(403);
  }
  const missing = await get('/api/assets/999999/tags');
  expect(missing.statusCode).toBe(404);
  expect(missing.json().message).toBe('Asset not found.');
});
