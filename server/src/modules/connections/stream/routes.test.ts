import type { StreamMapping } from '@twinward/contracts/connections/mapping';
import { mappingTargets } from '@twinward/contracts/connections/mapping';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listConnectors } from '../../../connectors/registry.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin } from '../../../testing/factories.ts';
import { describeStreams } from './described.ts';

let test: TestApp;
let manager: Record<string, string>;
let viewer: Record<string, string>;
let sapId: number;
let otherId: number;

beforeAll(async () => {
  test = await createTestApp();
  manager = await makeSession(test.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
  viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
  sapId = await connect('sap', 'SAP');
  otherId = await connect('http', 'Gateway');
});
afterAll(() => test.close());

async function connect(type: string, name: string): Promise<number> {
  const configuration =
    type === 'sap'
      ? {
          url: 'https://sap.plant.example',
          user: 'reader',
          password: 'never-shown',
          extractionStartDate: '2024-01-01',
          extractionOrderTypes: ['PM01'],
        }
      : {};
  const { statusCode, body } = await test.ask('POST', '/api/connections', manager, {
    type,
    name,
    configuration,
  });
  expect(statusCode, body).toBe(201);
  return JSON.parse(body).id;
}
async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, headers = manager) {
  const answer = await test.ask(method, path, headers, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const orders = async (): Promise<StreamMapping> =>
  (await call('GET', `/api/connections/${sapId}/mappings`)).body.find(
    ({ stream }: StreamMapping) => stream === 'orders',
  );

it('each connector proposes a mapping to existing fields', async () => {
  for (const connector of listConnectors()) {
    const configuration = {
      url: 'https://system.plant.example',
      user: 'reader',
      tenant: 'PLANT',
      organization: 'ORG',
      extractionNotificationTypes: ['A'],
      extractionOrderTypes: ['A'],
      extractionServiceRequestTypes: ['A'],
    };
    if (!connector.roles.includes('work')) continue;
    for (const { kind, mapping } of await describeStreams(connector.type, configuration, ['password'])) {
      const known = mappingTargets[kind].map(({ name }) => name);
      expect(
        Object.keys(mapping).filter((name) => !known.includes(name)),
        connector.type,
      ).toEqual([]);
    }
  }
});

describe('the mapping of a stream', () => {
  it('is the proposal of the connector until it is changed', async () => {
    const proposed = await orders();
    expect(proposed).toMatchObject({ kind: 'work', isDefault: true, version: 1 });
    const rules = proposed.rules.filter(({ to }) => to !== 'kind');
    const path = `/api/connections/${sapId}/mappings/orders`;
    const changed = await call('PUT', path, { rules, classes: [], version: 1 });
    expect(changed).toMatchObject({ status: 200, body: { rules, isDefault: false, version: 2 } });
    expect((await call('GET', path)).body).toEqual(changed.body);
    expect((await call('PUT', path, { rules, classes: [], version: 1 })).status).toBe(409);
  });

  it('reports each invalid rule', async () => {
    const { rules, version } = await orders();
    const from = rules[0]!.from;
    const given = [...rules, { to: 'nothing', from }, { to: 'resource', from: 'nowhere' }, { ...rules[0]! }];
    const refused = await call('PUT', `/api/connections/${sapId}/mappings/orders`, { rules: given, version });
    expect(refused.status).toBe(400);
    expect(refused.body.errors ?? refused.body.title).toBeDefined();
    expect(JSON.stringify(refused.body)).toContain("Twinward has no field 'nothing'.");
    expect(JSON.stringify(refused.body)).toContain("The other system has no field 'nowhere'.");
    expect(JSON.stringify(refused.body)).toContain(`The field '${rules[0]!.to}' is mapped twice.`);
    const without = rules.filter(({ to }) => to !== 'asset');
    const incomplete = await call('PUT', `/api/connections/${sapId}/mappings/orders`, {
      rules: without,
      version,
    });
    expect(JSON.stringify(incomplete.body)).toContain('Asset: Required.');
  });

  it('answers 401, 403 and 404', async () => {
    expect((await call('GET', `/api/connections/${sapId}/mappings/nothing`)).status).toBe(404);
    expect((await call('GET', '/api/connections/999999/mappings')).status).toBe(404);
    expect((await call('GET', `/api/connections/${otherId}/mappings`)).body).toEqual([]);
    expect((await call('GET', `/api/connections/${sapId}/mappings`, undefined, viewer)).status).toBe(403);
    expect((await call('GET', `/api/connections/${sapId}/mappings`, undefined, {})).status).toBe(401);
  });
});

it('the progress of a connection can be read and reset', async () => {
  const { body } = await call('GET', `/api/connections/${sapId}/extraction`);
  expect(body).toContainEqual(
    expect.objectContaining({ stream: 'orders', watermark: null, created: 0, refused: 0, lastError: null }),
  );
  const path = `/api/connections/${sapId}/extraction/read-again`;
  expect((await call('POST', path, {})).status).toBe(204);
  expect((await call('POST', path, { stream: 'nothing' })).status).toBe(404);
  expect((await call('POST', '/api/connections/999999/extraction/read-again', {})).status).toBe(404);
  expect((await call('POST', path, { stream: 5 })).status).toBe(400);
  expect((await call('POST', path, {}, viewer)).status).toBe(403);
  expect((await call('POST', path, {}, {})).status).toBe(401);
});

describe('the connection for work requests', () => {
  it('can be chosen by name and system', async () => {
    expect((await call('GET', '/api/connections/choices', undefined, viewer)).body).toEqual([
      { id: otherId, name: 'Gateway', type: 'http', system: null },
      { id: sapId, name: 'SAP', type: 'sap', system: 'SAP' },
    ]);
  });

  it("is the default of a system, and must be of the system's type", async () => {
    const none = { SAP: null, HEXAGON: null, MAXIMO: null };
    const chosen = { ...none, SAP: sapId };
    expect(await call('PUT', '/api/connections/defaults', chosen)).toEqual({ status: 200, body: chosen });
    expect((await call('GET', '/api/connections/defaults')).body).toEqual(chosen);
    const refused = await call('PUT', '/api/connections/defaults', { ...none, MAXIMO: sapId });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(`There is no connection ${sapId} to MAXIMO.`);
    expect((await call('PUT', '/api/connections/defaults', chosen, viewer)).status).toBe(403);
  });

  it('can be chosen for twins and assets', async () => {
    const admin = await makeSession(test.tenant.db, { isAdmin: true });
    const twinId = await makeTwin(test.tenant.db);
    const { version } = (await call('GET', `/api/twins/${twinId}`, undefined, admin)).body;
    const path = `/api/twins/${twinId}`;
    expect((await call('PUT', path, { connectionId: 999_999, version }, admin)).status).toBe(400);
    const changed = await call('PUT', path, { connectionId: sapId, version }, admin);
    expect(changed).toMatchObject({ status: 200, body: { connectionId: sapId } });
    const assetId = await makeAsset(test.tenant.db);
    const { body: asset } = await call('GET', `/api/assets/${assetId}`, undefined, admin);
    const saved = await call('PUT', `/api/assets/${assetId}`, { ...asset, connectionId: sapId }, admin);
    expect(saved).toMatchObject({ status: 200, body: { connectionId: sapId } });
  });
});
