import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { routes } from '@twinward/contracts/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin } from './testing/factories.ts';

// A record can be saved as it was read: the call ignores fields that only the response has, and rejects unknown fields.

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
const createAnalysis = async (assetId: number) =>
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
    const entries: TaxonomyEntry[] = await read('/api/assets/taxonomy/list');
    const { category, class: ofClass, type } = entries.find((entry) => entry.type !== null)!;
    const asset = {
      uniqueId: 'SENT',
      assetName: 'Pump',
      parentId,
      outOfServiceAt: '2030-01-01T00:00:00Z',
      ...{ categoryId: category.id, classId: ofClass!.id, typeId: type!.id },
    };
    return `/api/assets/${(await create('/api/assets', asset)).id}`;
  },
  '/api/connections/:id': async () => {
    const configuration = { url: 'https://sap.plant.example', user: 'reader', password: 'never-shown' };
    const connection = { name: 'Notifications', type: 'sap', configuration };
    return `/api/connections/${(await create('/api/connections', connection)).id}`;
  },
  '/api/connections/:id/mappings/:stream': async () => {
    const configuration = {
      url: 'https://sap.plant.example',
      user: 'reader',
      password: 'never-shown',
      extractionOrderTypes: ['PM01'],
    };
    const { id } = await create('/api/connections', { name: 'Orders', type: 'sap', configuration });
    return `/api/connections/${id}/mappings/orders`;
  },
  '/api/connections/defaults': async () => '/api/connections/defaults',
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
    const mappedTagId = await makeTag(server.tenant.db, { unit: 'Cel' });
    const alias = { name: 'Temperature', type: 'data_point' as const, mappedTagId };
    const twinId = await makeTwin(server.tenant.db, { aliases: [alias] });
    const [{ id: tagAliasId }] = await read(`/api/twins/${twinId}/tag-aliases`);
    const actions = [
      {
        type: 'notify',
        direction: 'both',
        who: [{ type: 'email', value: 'a@b.c' }],
        notifySubscribers: true,
      },
      { type: 'advisory', comment: 'Look', targetHorizon: 'P7D', work: { shortDescription: 'Look at it' } },
    ];
    const high = {
      name: 'High',
      alias: 'high',
      logic: '[Temperature] > 80',
      level: 500,
      deadband: 2,
      actions,
    };
    const protection = { twinId, name: 'Heat', active: true, thresholds: [high] };
    const aliases = [{ tagAliasId, expectedInterval: 'PT1H', tolerance: 'PT10M' }];
    return `/api/indicators/${(await create('/api/indicators', [{ ...protection, aliases }])).id}`;
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
    `/api/riskanalyses/${(await createAnalysis(await makeAsset(server.tenant.db))).id}`,
  '/api/riskanalyses/:id/assets/:assetId': async () => {
    const assetId = await makeAsset(server.tenant.db);
    return `/api/riskanalyses/${(await createAnalysis(assetId)).id}/assets/${assetId}`;
  },
  '/api/service-accounts/:id': async () => {
    const expiresAt = new Date(Date.now() + 3600_000).toISOString();
    const account = { name: 'Sent report', scopes: ['read'], groups: ['VIEWERS'], expiresAt };
    return `/api/service-accounts/${(await create('/api/service-accounts', account)).id}`;
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
  '/api/webhooks/:id': async () => {
    const webhook = { name: 'Sent', url: 'https://receiver.plant.example', events: ['level.changed'] };
    return `/api/webhooks/${(await create('/api/webhooks', webhook)).id}`;
  },
  '/api/work/:id': async () => {
    const tagId = await makeTag(server.tenant.db, { type: 'work' });
    const work = { tagId, name: 'Service', kind: 'preventive', completed: '2024-01-01T00:00:00Z' };
    return `/api/work/${(await create('/api/work', { ...work, duration: 'PT2H', cost: 100 })).id}`;
  },
};

/** Records that another call returns: in a list, or as part of another record. */
const elsewhere: Record<
  string,
  () => Promise<{ path: string; sent: object; readAgain: () => Promise<unknown> }>
> = {
  '/api/activities/:id': async () => {
    const twinId = await makeTwin(server.tenant.db);
    await create('/api/activities', { twinId, name: 'Oil change' });
    return inList(`/api/twins/${twinId}/activities`, '/api/activities');
  },
  '/api/annotations/:id': async () => {
    const twinId = await makeTwin(server.tenant.db);
    const range = { start: '2024-01-01T00:00:00.000Z', end: '2024-01-02T00:00:00.000Z' };
    await create('/api/annotations', { twinId, ...range, text: 'Cleaned' });
    const list = `/api/annotations?twinId=${twinId}&from=${range.start}&to=${range.end}`;
    return inList(list, '/api/annotations');
  },
  '/api/consequences/:id': async () => {
    const twinId = await makeTwin(server.tenant.db);
    await create('/api/consequences', [{ twinId, value: 100, lifeCycleState: 'new' }]);
    return inList(`/api/consequences/parent/${twinId}`, '/api/consequences');
  },
  '/api/failure-modes/with-risk': async () => {
    const twinId = await makeTwin(server.tenant.db);
    const probability = { failureDistributionParameters: weibull, lifeCycleState: 'new' };
    const consequence = { value: 100, lifeCycleState: 'new' };
    await create('/api/failure-modes', { twinId, name: 'Leak', probability, consequence });
    const readAgain = async () => {
      const [failureMode] = await read(`/api/twins/${twinId}/failure-modes`);
      return { failureMode, probability: failureMode.probability, consequence: failureMode.consequence };
    };
    return { path: '/api/failure-modes/with-risk', sent: await readAgain(), readAgain };
  },
  '/api/indicator-patterns/:id/patterns': async () => {
    const path = await records['/api/indicator-patterns/:id']!();
    const readAgain = async () => {
      const { indicatorId, patterns } = await read(path);
      return { indicatorId, patterns };
    };
    return { path: `${path}/patterns`, sent: await readAgain(), readAgain };
  },
  '/api/indicators/:id/with-activity': async () => {
    const path = await records['/api/indicators/:id']!();
    const { twinId } = await read(path);
    await create('/api/activities', { twinId, name: 'Oil change' });
    const readAgain = async () => ({
      indicator: await read(path),
      activity: (await read(`/api/twins/${twinId}/activities`))[0],
    });
    return { path: `${path}/with-activity`, sent: await readAgain(), readAgain };
  },
  '/api/library/models/mtbf/:id': async () => {
    const { id } = (await read('/api/assets/taxonomy/list'))[0];
    const benchmark = { mtbfDays: 2000, shape: 1.5, distribution: 'weibull', score: null, isExample: false };
    const path = `/api/library/models/mtbf/${id}`;
    await server.ask('PUT', path, headers, { ...benchmark, source: 'A test', version: null });
    const readAgain = async () =>
      (await read('/api/library/models/mtbf')).find((one: { taxonomyId: number }) => one.taxonomyId === id);
    return { path, sent: await readAgain(), readAgain };
  },
  '/api/lists/:id': async () => {
    const configuration = { items: [{ caption: 'North', value: 'N' }] };
    const { id } = await create('/api/lists', { name: 'SENT', configuration });
    const readAgain = () => read('/api/lists/SENT');
    return { path: `/api/lists/${id}`, sent: await readAgain(), readAgain };
  },
  '/api/views/:list/:id': async () => {
    const list = '/api/views/asset';
    await create(list, { caption: 'Pumps', parameters: { search: 'pump' } });
    return inList(list, list);
  },
  '/api/figure-alerts/:id': async () => {
    const values = { range: { from: 'now-1d', to: 'now' } };
    const source = { kind: 'figure', figure: 'silent-twins' };
    const list = '/api/figure-alerts';
    await create(list, { name: 'Silence', source, values, direction: 'above', limit: 5 });
    return inList(list, list);
  },
  '/api/report-subscriptions/:id': async () => {
    const subject = { kind: 'dashboard', id: 'plant-risk' };
    const list = '/api/report-subscriptions';
    await create(list, { subject, period: 'weekly', hour: 7, timeZone: 'Europe/Berlin' });
    return inList(list, list);
  },
  '/api/riskanalyses/:id/assets/:assetId/options/:optionId': async () => {
    const assetId = await makeAsset(server.tenant.db);
    const list = `/api/riskanalyses/${(await createAnalysis(assetId)).id}/assets/${assetId}/options`;
    await create(list, { name: 'Coating', cost: 10, effect: { type: 'probability', percent: 1 } });
    return inList(list, list);
  },
  '/api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId': async () => {
    const assetId = await makeAsset(server.tenant.db);
    const list = `/api/riskanalyses/${(await createAnalysis(assetId)).id}/assets/${assetId}/probabilities`;
    await create(list, { failureDistributionParameters: weibull });
    return inList(list, list);
  },
  '/api/tag-aliases/:id': async () => {
    const mappedTagId = await makeTag(server.tenant.db, { unit: 'Cel' });
    const alias = { name: 'Heat', type: 'data_point' as const, mappedTagId };
    const twinId = await makeTwin(server.tenant.db, { aliases: [alias] });
    return inList(`/api/twins/${twinId}/tag-aliases`, '/api/tag-aliases');
  },
  '/api/twins/with-risk': async () => {
    const path = await records['/api/twins/:id']!();
    const readAgain = async () => {
      const twin = await read(path);
      return { twin, probability: twin.probability, consequence: twin.consequence };
    };
    return { path: '/api/twins/with-risk', sent: await readAgain(), readAgain };
  },
  '/api/uom/categories/:id': async () => {
    const { id } = await create('/api/uom/categories', { name: 'Thickness' });
    return inList('/api/uom/categories', '/api/uom/categories', id);
  },
  '/api/uom/units/:id': async () => {
    const { id: categoryId } = await create('/api/uom/categories', { name: 'Layers' });
    const { id } = await create('/api/uom/units', {
      categoryId,
      code: 'ply',
      name: 'ply',
      abbreviation: 'ply',
    });
    return inList('/api/uom/units', '/api/uom/units', id);
  },
};

/** The record of a list with the id, or the first one, and the call that saves it. */
async function inList(list: string, calls: string, id?: number) {
  const find = async (wanted = id) =>
    (await read(list)).find((one: { id: number }) => wanted === undefined || one.id === wanted);
  const sent = await find();
  return { path: `${calls}/${sent.id}`, sent, readAgain: () => find(sent.id) };
}

/** The other PUT calls, whose bodies are not records that can be read. */
const notRecords: Record<string, string> = {
  '/api/assets/:id/mtbf/calc': 'an order, without a body',
  '/api/assets/:id/parent': 'a place in the structure',
  '/api/assets/:id/taxonomy': 'an entry of the taxonomy',
  '/api/dashboards/groups/:name': 'a choice',
  '/api/indicator-patterns/:id/train/notify': 'a wish',
  '/api/life-data/benchmarks/:id': 'the fit to be made',
  '/api/life-data/riskanalyses/:id': 'the fit to be made',
  '/api/life-data/riskanalyses/:id/assets/:assetId': 'the source of a fit, and the fit to be made',
  '/api/life-data/twins/:id': 'the source of a fit, and the fit to be made',
  '/api/notifications': 'a list, and what becomes of all of it',
  '/api/notifications/:id': 'whether it is read',
  '/api/queries/:id/favorite': 'a mark',
  '/api/riskanalyses/:id/improvements/costs': 'costs of many options',
  '/api/tag-aliases/unit-reviews/:id': 'what becomes of an input',
  '/api/twins/active': 'a state of many twins',
  '/api/value-ledger/:id': 'a proposal, and what a person approves of it',
};

it('lists every PUT call', () => {
  const changes = routes.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  const listed = [...Object.keys(records), ...Object.keys(elsewhere), ...Object.keys(notRecords)];
  expect(listed.sort()).toEqual(changes.sort());
});

/** Fields that every save changes. */
const counting = new Set(['version', 'updatedAt', 'updatedDate', 'lastEvaluatedDate', 'history', 'chosenBy']);

/** A record without these fields. */
const lasting = (record: unknown): unknown =>
  JSON.parse(JSON.stringify(record, (key, value) => (counting.has(key) ? undefined : value)));

async function expectTaken(path: string, sent: object, readAgain: () => Promise<unknown>): Promise<void> {
  const unknown = await server.ask('PUT', path, headers, { ...sent, colour: 'red' });
  expect([unknown.statusCode, unknown.body]).toEqual([400, expect.stringContaining('colour')]);
  const saved = await server.ask('PUT', path, headers, sent);
  expect(saved.statusCode, saved.body).toBe(200);
  expect(lasting(await readAgain())).toEqual(lasting(sent));
}

describe('a record', () => {
  it.each(Object.entries(records))('of %s can be saved as it was read', async (_, make) => {
    const path = await make();
    await expectTaken(path, await read(path), () => read(path));
  });

  it.each(Object.entries(elsewhere))('of %s can be saved as it was read by another call', async (_, make) => {
    const { path, sent, readAgain } = await make();
    await expectTaken(path, sent, readAgain);
  });
});

it('accepts inputs as they were read in a call with several modifications', async () => {
  const mappedTagId = await makeTag(server.tenant.db);
  const aliases = ['Heat', 'Flow'].map((name) => ({ name, type: 'data_point' as const, mappedTagId }));
  const list = `/api/twins/${await makeTwin(server.tenant.db, { aliases })}/tag-aliases`;
  const [flow, heat] = await read(list);
  const modify = (model: object) =>
    server.ask('POST', '/api/tag-aliases/modifications', headers, [
      { flag: 'UPDATE', model },
      { flag: 'DELETE', model: heat },
    ]);
  expect((await modify({ ...flow, colour: 'red' })).body).toContain('colour');
  expect((await modify(flow)).json()).toMatchObject([{ id: flow.id, name: 'Flow', version: 2 }]);
  expect(await read(list)).toHaveLength(1);
});

it.each([
  '/api/settings/security/identity-provider',
  '/api/settings/system/edition',
  '/api/settings/system/mail',
  '/api/settings/user/start-dashboard',
  '/api/settings/notification',
  '/api/settings/notification/mails',
])('accepts the settings of %s as they were read', async (path) => {
  const before = await read(path);
  const unknown = await server.ask('POST', path, headers, { ...before, colour: 'red' });
  expect([unknown.statusCode, unknown.body]).toEqual([400, expect.stringContaining('colour')]);
  const saved = await server.ask('POST', path, headers, before);
  expect([saved.statusCode, lasting(await read(path))]).toEqual([200, lasting(before)]);
});
