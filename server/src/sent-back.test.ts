import { routes } from '@twinward/contracts/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from './testing/factories.ts';

// A record that was read can be saved as it is: the call ignores what only the answer has, and refuses what neither has.

let server: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  headers = await makeSession(server.tenant.db, { isAdmin: true });
});
afterAll(() => server.close());

async function create<T = { id: number }>(path: string, body: unknown): Promise<T> {
  const answer = await server.ask('POST', path, headers, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const made = answer.json();
  return Array.isArray(made) ? made[0] : made;
}
const read = async (path: string) => {
  const answer = await server.ask('GET', path, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const analysisOf = async (assetId: number) =>
  create('/api/riskanalyses/', [
    { name: 'Year', startDate: '2024-01-01T00:00:00Z', missionTime: 'P1Y', assetIds: [assetId] },
  ]);
const recordType = { caption: 'Round', fields: [{ name: 'place', caption: 'Place', kind: 'text' }] };
const relationship = {
  caption: 'Feeds',
  fromType: 'asset',
  toType: 'asset',
  cardinality: 'many-many',
  fromCaption: 'Feeds',
  toCaption: 'Fed by',
};
const weibull = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' };

/** Creates a record for each call that saves what GET reads under the same path. @returns that path. */
const records: Record<string, () => Promise<string>> = {
  '/api/advisories/:id': async () => {
    const advisory = { twinId: await makeTwin(server.tenant.db), name: 'Look at it', targetHorizon: 'P7D' };
    return `/api/advisories/${(await create('/api/advisories', advisory)).id}`;
  },
  '/api/assets/:id': async () => {
    const parentId = await makeAsset(server.tenant.db);
    const asset = { uniqueId: 'SENT', assetName: 'Pump', parentId, outOfServiceAt: '2030-01-01T00:00:00Z' };
    return `/api/assets/${(await create('/api/assets', asset)).id}`;
  },
  '/api/dashboards/:id': async () => {
    const cards = [{ id: 'note', kind: 'text', x: 0, y: 0, w: 4, h: 2, text: 'Hello' }];
    return `/api/dashboards/${(await create('/api/dashboards', { name: 'Night', content: { cards } })).id}`;
  },
  '/api/groups/:name': async () => {
    await create('/api/groups', { name: 'SENT', caption: 'Night shift' });
    return '/api/groups/SENT';
  },
  '/api/indicator-patterns/:id': async () => {
    const { indicatorPattern } = await create<{ indicatorPattern: { id: number } }>(
      '/api/indicators/with-pattern',
      {
        indicator: { twinId: await makeTwin(server.tenant.db), name: 'Heat' },
        indicatorPattern: { patterns: [{ name: 'Hot' }] },
      },
    );
    return `/api/indicator-patterns/${indicatorPattern.id}`;
  },
  '/api/indicators/:id': async () => {
    const actions = [{ type: 'notify', direction: 'enter', who: [], notifySubscribers: true }];
    const thresholds = [{ name: 'High', logic: '[Temperature] > 80', level: 500, actions }];
    return `/api/indicators/${await makeProtection(server.tenant.db, { thresholds: thresholds as never })}`;
  },
  '/api/library/models/:id': async () =>
    `/api/library/models/${(await create('/api/library/models', { name: 'Pump', description: 'Fast' })).id}`,
  '/api/queries/:id': async () => {
    const columns = [{ kind: 'aggregate', key: 'n', aggregate: 'count' }];
    const definition = { source: { kind: 'records', type: 'asset' }, columns };
    return `/api/queries/${(await create('/api/queries', { name: 'Assets', definition })).id}`;
  },
  '/api/records/:type/:id': async () => {
    await create('/api/recordtypes', { name: 'round', ...recordType });
    return `/api/records/round/${(await create('/api/records/round', { fields: { place: 'Roof' } })).id}`;
  },
  '/api/recordtypes/:name': async () => {
    await create('/api/recordtypes', { name: 'walk', ...recordType, caption: 'Walk' });
    return '/api/recordtypes/walk';
  },
  '/api/relationships/:name': async () => {
    await create('/api/relationships', { name: 'feeds', ...relationship });
    return '/api/relationships/feeds';
  },
  '/api/riskanalyses/:id': async () =>
    `/api/riskanalyses/${(await analysisOf(await makeAsset(server.tenant.db))).id}`,
  '/api/riskanalyses/:id/assets/:assetId': async () => {
    const assetId = await makeAsset(server.tenant.db);
    return `/api/riskanalyses/${(await analysisOf(assetId)).id}/assets/${assetId}`;
  },
  '/api/settings/alarm-targets': async () => '/api/settings/alarm-targets',
  '/api/settings/riskmatrix': async () => '/api/settings/riskmatrix',
  '/api/structures/:name': async () => {
    await create('/api/relationships', {
      name: 'drains',
      ...relationship,
      caption: 'Drains',
      cardinality: 'one-many',
    });
    await create('/api/structures', { name: 'supply', caption: 'Supply', relationships: ['drains'] });
    return '/api/structures/supply';
  },
  '/api/tags/:id': async () => `/api/tags/${await makeTag(server.tenant.db, { unit: 'Cel' })}`,
  '/api/twins/:id': async () => {
    const twinId = await makeTwin(server.tenant.db, {
      startDate: new Date('2024-01-01T00:00:00Z'),
      missionTime: 'P1Y',
      failureDistribution: weibull as never,
      consequence: { value: 1000 },
    });
    return `/api/twins/${twinId}`;
  },
  '/api/twins/:id/parameters': async () => {
    const path = `/api/twins/${await makeTwin(server.tenant.db)}/parameters`;
    const parameters = [{ name: 'trip', unit: 'mm/s', value: 7 }];
    const set = await server.ask('PUT', path, headers, { ...(await read(path)), parameters });
    expect(set.statusCode, set.body).toBe(200);
    return path;
  },
  '/api/users/:id': async () => {
    const user = { userName: 'sent', firstName: 'Eve', lastName: 'Hill', assignedGroups: ['VIEWERS'] };
    return `/api/users/${(await create('/api/users', user)).id}`;
  },
  '/api/work/:id': async () => {
    const tagId = await makeTag(server.tenant.db, { type: 'work' });
    const work = { tagId, name: 'Service', kind: 'preventive', completed: '2024-01-01T00:00:00Z' };
    return `/api/work/${(await create('/api/work', { ...work, duration: 'PT2H', cost: 100 })).id}`;
  },
};

/** What GET reads and PUT takes under one path is not the same there. */
const notRecords: Record<string, string> = {
  '/api/notifications': 'a list, and what becomes of all of it',
  '/api/value-ledger/:id': 'a proposal, and what a person approves of it',
  '/api/life-data/riskanalyses/:id/assets/:assetId': 'the source of a fit, and the fit to be made',
  '/api/life-data/twins/:id': 'the source of a fit, and the fit to be made',
};

it('lists every record that is read and saved under one path', () => {
  const pathsOf = (wanted: string) =>
    routes.filter(({ method }) => method === wanted).map(({ path }) => path);
  const readable = new Set(pathsOf('GET'));
  const both = pathsOf('PUT').filter((path) => readable.has(path));
  expect([...Object.keys(records), ...Object.keys(notRecords)].sort()).toEqual(both.sort());
});

describe('a record', () => {
  it.each(Object.entries(records))('of %s is saved as it was read', async (_, make) => {
    const path = await make();
    const before = await read(path);
    const unknown = await server.ask('PUT', path, headers, { ...before, colour: 'red' });
    expect([unknown.statusCode, unknown.body]).toEqual([400, expect.stringContaining('colour')]);
    const saved = await server.ask('PUT', path, headers, before);
    expect(saved.statusCode, saved.body).toBe(200);
    expect(Object.keys(await read(path))).toEqual(Object.keys(before));
  });

  it('that is read in a list is saved as it was read', async () => {
    const { db } = server.tenant;
    const twinId = await makeTwin(db);
    await create('/api/activities', { twinId, name: 'Oil change' });
    await create('/api/consequences', [{ twinId, value: 100, lifeCycleState: 'new' }]);
    const category = await create('/api/uom/categories', { name: 'Thickness' });
    const unit = { categoryId: category.id, code: 'ply', name: 'ply', abbreviation: 'ply' };
    await create('/api/uom/units', unit);
    const lists: [list: string, path: string, isMeant?: (one: { id: number; code?: string }) => boolean][] = [
      [`/api/twins/${twinId}/activities`, '/api/activities'],
      [`/api/twins/${twinId}/tag-aliases`, '/api/tag-aliases'],
      [`/api/consequences/parent/${twinId}`, '/api/consequences'],
      ['/api/uom/categories', '/api/uom/categories', ({ id }) => id === category.id],
      ['/api/uom/units', '/api/uom/units', ({ code }) => code === 'ply'],
    ];
    for (const [list, path, isMeant = () => true] of lists) {
      const one = (await read(list)).find(isMeant);
      const saved = await server.ask('PUT', `${path}/${one.id}`, headers, one);
      expect([path, saved.statusCode, saved.body]).toEqual([path, 200, expect.anything()]);
    }
  });
});
