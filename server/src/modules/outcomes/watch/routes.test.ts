import type { Watch } from '@twinward/contracts/advisories/watch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { setAdvisoryCounts } from './service.ts';

let test: TestApp;
let viewer: Record<string, string>;
const ids = { ash: 0, birch: 0, cedar: 0, high: 0 };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  const make = async (assetName: string, value: number) =>
    makeTwin(db, { assetId: await makeAsset(db, { assetName }), consequence: { value } });
  ids.ash = await make('Ash', 10);
  ids.birch = await make('Birch', 30);
  ids.cedar = await make('Cedar', 20);
  ids.high = await makeProtection(db, { twinId: ids.cedar, name: 'High' });
  const idle = await makeProtection(db, { twinId: ids.cedar, name: 'Idle', active: false });
  await makeProtection(db, { twinId: ids.cedar, name: 'New' });
  await db.updateTable('protection').set({ level: 600 }).where('id', '=', ids.high).execute();
  await db.updateTable('protection').set({ level: 10 }).where('id', '=', idle).execute();
  await db.updateTable('twin').set({ level: 600 }).where('id', '=', ids.cedar).execute();
  await setAdvisoryCounts(db, ids.ash, [
    { state: 'active', count: 1 },
    { state: 'submitted', count: 2 },
    { state: 'draft', count: 0 },
  ]);
  await setAdvisoryCounts(db, ids.birch, [{ state: 'closed', count: 9 }]);
});
afterAll(() => test.close());
beforeEach(async () => {
  viewer = await makeViewerSession(test.tenant.db);
});

const call = (method: Method, url: string, body?: unknown, headers = viewer) =>
  test.ask(method, url, headers, body);
const watches = async (headers = viewer): Promise<Watch[]> =>
  (await call('GET', '/api/twins/watches', undefined, headers)).json();
const names = async () => (await watches()).map(({ twin }) => twin.assetName);

describe('watches', () => {
  it('are added and removed per user', async () => {
    expect(await watches()).toEqual([]);
    expect((await call('POST', `/api/twins/watches/${ids.ash}`)).statusCode).toBe(204);
    expect((await call('POST', `/api/twins/watches/${ids.ash}`)).statusCode).toBe(204);
    expect((await call('POST', '/api/twins/watches', [ids.cedar, ids.birch])).statusCode).toBe(204);
    expect(await names()).toEqual(['Ash', 'Birch', 'Cedar']);
    expect(await watches(await makeViewerSession(test.tenant.db))).toEqual([]);
    expect((await call('GET', `/api/twins/watches/${ids.ash}`)).json()).toEqual({ watched: true });
    expect((await call('DELETE', `/api/twins/watches/${ids.ash}`)).statusCode).toBe(204);
    expect((await call('DELETE', `/api/twins/watches/${ids.ash}`)).statusCode).toBe(204);
    expect((await call('GET', `/api/twins/watches/${ids.ash}`)).json()).toEqual({ watched: false });
    expect((await call('DELETE', '/api/twins/watches')).statusCode).toBe(204);
    expect(await watches()).toEqual([]);
  });

  it('show the protections of a twin by level, and its advisories by state', async () => {
    await call('POST', '/api/twins/watches', [ids.ash, ids.cedar]);
    const [ash, cedar] = await watches();
    expect(cedar).toEqual({
      twin: { id: ids.cedar, assetName: 'Cedar', active: true, level: 600, consequence: 20 },
      indicators: [
        { id: ids.high, name: 'High', active: true, level: 600 },
        expect.objectContaining({ name: 'Idle', active: false, level: 10 }),
        expect.objectContaining({ name: 'New', active: true, level: null }),
      ],
      levels: {
        total: 2,
        unknown: 1,
        buckets: [
          { from: 0, to: 0, count: 0 },
          { from: 1, to: 250, count: 0 },
          { from: 251, to: 500, count: 0 },
          { from: 501, to: 750, count: 1 },
          { from: 751, to: 1000, count: 0 },
        ],
      },
      advisories: [],
    });
    expect(ash!.advisories).toEqual([
      { state: 'active', count: 1 },
      { state: 'submitted', count: 2 },
    ]);
  });

  it.each([
    ['name', ['Ash', 'Birch', 'Cedar']],
    ['consequence', ['Birch', 'Cedar', 'Ash']],
    ['level', ['Cedar', 'Ash', 'Birch']],
    ['advisories', ['Ash', 'Birch', 'Cedar']],
  ])('are sorted by %s', async (value, order) => {
    await call('POST', '/api/twins/watches', [ids.cedar, ids.birch, ids.ash]);
    await call('POST', '/api/settings/user/watchlistsort', { value });
    expect(await names()).toEqual(order);
  });

  it('are deleted with the twin', async () => {
    const { db } = test.tenant;
    const twin = await makeTwin(db);
    await call('POST', '/api/twins/watches', [twin]);
    await db.deleteFrom('twin').where('id', '=', twin).execute();
    expect(await watches()).toEqual([]);
  });

  it('are limited to 500', async () => {
    const { db } = test.tenant;
    const assets = await db
      .insertInto('asset')
      .values(Array.from({ length: 500 }, (_, i) => ({ unique_id: `many ${i}`, asset_name: `many ${i}` })))
      .returning('id')
      .execute();
    const twins = await db
      .insertInto('twin')
      .values(assets.map(({ id }) => ({ asset_id: id })))
      .returning('id')
      .execute();
    const all = twins.map(({ id }) => id);
    expect((await call('POST', '/api/twins/watches', all)).statusCode).toBe(204);
    const answer = await call('POST', `/api/twins/watches/${ids.ash}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('At most 500 twins.');
    expect((await call('GET', `/api/twins/watches/${ids.ash}`)).json()).toEqual({ watched: false });
  });
});

describe('subscriptions', () => {
  it('are added and removed', async () => {
    const url = `/api/twins/subscriptions/${ids.birch}`;
    expect((await call('GET', url)).json()).toEqual({ subscribed: false });
    expect((await call('POST', url)).statusCode).toBe(204);
    expect((await call('GET', url)).json()).toEqual({ subscribed: true });
    expect((await call('GET', '/api/twins/subscriptions')).json()).toEqual([ids.birch]);
    expect((await call('DELETE', url)).statusCode).toBe(204);
    expect((await call('GET', '/api/twins/subscriptions')).json()).toEqual([]);
  });
});

describe('watches and subscriptions', () => {
  it('answer 400, 401, 403 and 404', async () => {
    const nobody = await makeSession(test.tenant.db);
    for (const url of ['/api/twins/watches', '/api/twins/subscriptions']) {
      expect((await call('GET', url, undefined, {})).statusCode).toBe(401);
      expect((await call('GET', url, undefined, nobody)).statusCode).toBe(403);
      expect((await call('POST', `${url}/x`)).statusCode).toBe(400);
      const answer = await call('POST', `${url}/999999`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe('Twin not found.');
    }
    expect((await call('POST', '/api/twins/watches', [])).json().message).toBe(
      'Please give at least one twin.',
    );
    expect((await call('POST', '/api/settings/user/watchlistsort', { value: 'luck' })).statusCode).toBe(400);
  });
});
