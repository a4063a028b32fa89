import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let engineer: Record<string, string>;
let viewer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  viewer = await makeViewerSession(db);
});
afterAll(() => server.close());

const post = (url: string, body: unknown, headers = engineer) => server.ask('POST', url, headers, body);
const put = (url: string, body: unknown, headers = engineer) => server.ask('PUT', url, headers, body);
const read = async (id: number) => (await server.ask('GET', `/api/twins/${id}`, engineer)).json();

const start = '2024-01-01T00:00:00.000Z';
const weibull = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const mission = { startDate: new Date(start), missionTime: 'P365D' };

describe('POST /api/twins', () => {
  test('creates the only twin of an asset', async () => {
    const assetId = await makeAsset(server.tenant.db, { assetName: 'Pump 7' });
    const made = await post('/api/twins', {
      assetId,
      description: ' Feeds ',
      startDate: start,
      missionTime: 'P1Y',
    });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      assetId,
      assetName: 'Pump 7',
      description: 'Feeds',
      active: false,
      startDate: start,
      missionTime: 'P1Y',
      probability: null,
      consequence: null,
      version: 1,
    });
    const again = await post('/api/twins', { assetId });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe('The asset Pump 7 already has a twin.');
  });

  test('rejects invalid requests, and users without the right', async () => {
    expect((await post('/api/twins', { assetId: 999_999 })).json()).toMatchObject({
      id: 'not-found',
      message: 'Asset not found.',
    });
    const assetId = await makeAsset(server.tenant.db);
    const long = await post('/api/twins', { assetId, missionTime: 'P101Y' });
    expect(long.statusCode).toBe(400);
    expect(long.json().errors).toEqual([
      { path: 'missionTime', message: 'Mission time must be a value between 1 day and 100 years' },
    ]);
    expect((await post('/api/twins', {})).statusCode).toBe(400);
    expect((await post('/api/twins', { assetId }, viewer)).statusCode).toBe(403);
    expect((await post('/api/twins', { assetId }, {})).statusCode).toBe(401);
  });
});

describe('PUT /api/twins/:id', () => {
  test('updates the given fields, and recalculates the probabilities for another mission', async () => {
    const id = await makeTwin(server.tenant.db, { ...mission, failureDistribution: weibull });
    const mode = await post('/api/failure-modes', {
      twinId: id,
      name: 'Wear',
      probability: { lifeCycleState: 'new', value: 20 },
    });
    expect(mode.json().probability).toMatchObject({ value: 20, failureDistribution: 'none' });
    const changed = await put(`/api/twins/${id}`, {
      version: 1,
      missionTime: 'P730D',
      technicalNumber: 'T-1',
      dirtyFlags: ['mission_time-dirty'],
    });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({
      technicalNumber: 'T-1',
      missionTime: 'P730D',
      probability: { value: 41 },
      version: 2,
    });
    const modes = () => server.ask('GET', `/api/twins/${id}/failure-modes`, viewer);
    expect((await modes()).json()[0].probability.value).toBe(36);
    await put(`/api/twins/${id}`, { version: 2, startDate: null });
    expect((await modes()).json()[0].probability).toMatchObject({ value: null });
    await put(`/api/twins/${id}`, { version: 3, startDate: start, missionTime: 'P365D' });
    expect((await modes()).json()[0].probability).toMatchObject({ value: 20 });
    expect((await read(id)).probability.value).toBe(12);
  });

  test('keeps fields without a flag', async () => {
    const id = await makeTwin(server.tenant.db, mission);
    const changed = await put(`/api/twins/${id}`, {
      version: 1,
      active: false,
      startDate: null,
      missionTime: null,
      dirtyFlags: ['active-dirty'],
    });
    expect(changed.json()).toMatchObject({ active: false, startDate: start, missionTime: 'P365D' });
  });

  test('rejects an update of an older version, and returns the current twin', async () => {
    const id = await makeTwin(server.tenant.db);
    await put(`/api/twins/${id}`, { version: 1, description: 'Theirs' });
    const stale = await put(`/api/twins/${id}`, { version: 1, description: 'Mine' });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      id: 'conflict',
      message: expect.stringContaining('it is at version 2 now, your change was made on version 1.'),
      current: { id, description: 'Theirs', version: 2 },
    });
    expect((await read(id)).description).toBe('Theirs');
  });

  test('rejects invalid requests, and users without the right', async () => {
    const id = await makeTwin(server.tenant.db);
    expect((await put(`/api/twins/${id}`, { description: 'x' })).statusCode).toBe(400);
    expect((await put(`/api/twins/${id}`, { version: 1, surprise: null })).statusCode).toBe(400);
    expect((await put(`/api/twins/${id}`, { version: 1, probability: null })).statusCode).toBe(200);
    expect((await put(`/api/twins/${id}`, { version: 1, dirtyFlags: ['name-dirty'] })).statusCode).toBe(400);
    expect((await put('/api/twins/999999', { version: 1 })).statusCode).toBe(404);
    expect((await put(`/api/twins/${id}`, { version: 1 }, viewer)).statusCode).toBe(403);
    expect((await put(`/api/twins/${id}`, { version: 1 }, {})).statusCode).toBe(401);
  });
});

describe('PUT /api/twins/with-risk', () => {
  const save = (id: number, version: number, parts: object, twin: object = {}) =>
    put('/api/twins/with-risk', { twin: { id, version, ...twin }, ...parts });

  test('sets, updates and removes probability and consequence', async () => {
    const id = await makeTwin(server.tenant.db, mission);
    const made = await save(id, 1, {
      probability: { lifeCycleState: 'edit', value: 8 },
      consequence: { lifeCycleState: 'edit', value: 250_000, description: 'Lost production' },
    });
    expect(made.statusCode).toBe(200);
    expect(made.json()).toMatchObject({
      probability: {
        twinId: id,
        assetId: null,
        failureModeId: null,
        value: 8,
        riskAnalysisValue: null,
        failureDistribution: 'none',
        library: false,
        lifeCycleState: null,
      },
      consequence: { twinId: id, value: 250_000, scale: 'dollars', description: 'Lost production' },
      risk: 20_000,
      version: 2,
    });
    const changed = await save(id, 2, {
      probability: {
        lifeCycleState: null,
        failureDistributionParameters: weibull,
        dirtyFlags: ['failureDistributionParameters'],
      },
      consequence: { lifeCycleState: 'removed' },
    });
    expect(changed.json()).toMatchObject({
      probability: { value: 12, failureDistribution: 'weibull', failureDistributionParameters: weibull },
      consequence: null,
      risk: null,
    });
    const kept = await save(id, 3, { probability: { lifeCycleState: null, value: 99, dirtyFlags: [] } });
    expect(kept.json().probability).toMatchObject({ value: 12, failureDistributionParameters: weibull });
    const cleared = await save(id, 4, { probability: { lifeCycleState: 'removed' } });
    expect(cleared.json()).toMatchObject({ probability: null, version: 5 });
    const untouched = await save(id, 5, { probability: { lifeCycleState: 'notDefined' } });
    expect(untouched.json().probability).toBeNull();
  });

  test.each(['', 0, 1, 7, 8, 20, 29, 57, 58, 99, 100])('returns %s percent unchanged', async (value) => {
    const id = await makeTwin(server.tenant.db, mission);
    const made = await save(id, 1, { probability: { lifeCycleState: 'new', value: Number(value) } });
    expect(made.json().probability.value).toBe(Number(value));
  });

  test.each([
    [
      { probability: { lifeCycleState: 'new', value: 101 } },
      'probability.value',
      'Please enter a number between 0 and 100.',
    ],
    [{ probability: { lifeCycleState: 'new' } }, 'probability.value', 'Required.'],
    [
      { probability: { lifeCycleState: 'new', failureDistributionParameters: { ...weibull, shape: -1 } } },
      'probability.failureDistributionParameters.shape',
      'Please enter a positive number.',
    ],
    [{ consequence: { lifeCycleState: 'new' } }, 'consequence.value', 'Required.'],
    [{ consequence: { lifeCycleState: 'new', value: 1.5 } }, 'consequence.value', 'Please enter an integer.'],
    [
      { consequence: { lifeCycleState: 'old', value: 1 } },
      'consequence.lifeCycleState',
      'invalid life cycle state for consequence: old',
    ],
    [
      { probability: { lifeCycleState: 'null', value: 1 } },
      'probability.lifeCycleState',
      'invalid life cycle state for probability: null',
    ],
  ])('rejects %j', async (parts, path, message) => {
    const id = await makeTwin(server.tenant.db, mission);
    const answer = await save(id, 1, parts, { description: 'Half' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path, message }]);
    expect(await read(id)).toMatchObject({ description: '', probability: null, version: 1 });
  });

  test('rejects a percentage without a start date and mission time', async () => {
    const id = await makeTwin(server.tenant.db, { startDate: null, missionTime: 'P1Y' });
    const answer = await save(id, 1, { probability: { lifeCycleState: 'new', value: 8 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      { path: 'probability.value', message: 'Probability % needs a start date and mission time' },
    ]);
    const together = await save(
      id,
      1,
      { probability: { lifeCycleState: 'new', value: 8 } },
      { startDate: start },
    );
    expect(together.json().probability.value).toBe(8);
  });

  test('rejects an older version, an unknown twin and users without the right', async () => {
    const id = await makeTwin(server.tenant.db);
    await save(id, 1, {}, { description: 'Theirs' });
    const stale = await save(id, 1, { consequence: { lifeCycleState: 'new', value: 5 } });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ description: 'Theirs', consequence: null, version: 2 });
    expect((await save(999_999, 1, {})).statusCode).toBe(404);
    const body = { twin: { id, version: 2 } };
    expect((await put('/api/twins/with-risk', body, viewer)).statusCode).toBe(403);
    expect((await put('/api/twins/with-risk', body, {})).statusCode).toBe(401);
  });
});

test('PUT /api/twins/active activates twins, and evaluates those that were inactive', async () => {
  const { db } = server.tenant;
  const ids = [await makeTwin(db, { active: false }), await makeTwin(db, { active: true })];
  const protectionId = await makeProtection(db, { twinId: ids[0]! });
  await db.deleteFrom('evaluation_due').execute();
  const answer = await put('/api/twins/active', { twinIds: [...ids, 999_999], active: true });
  expect(answer.json()).toEqual({ changed: 1 });
  expect(await read(ids[0]!)).toMatchObject({ active: true, version: 2 });
  expect(await read(ids[1]!)).toMatchObject({ active: true, version: 1 });
  const due = await db.selectFrom('evaluation_due').select('protection_id').execute();
  expect(due).toEqual([{ protection_id: protectionId }]);
  expect((await put('/api/twins/active', { twinIds: [], active: true })).statusCode).toBe(400);
  expect((await put('/api/twins/active', { twinIds: ids, active: true }, viewer)).statusCode).toBe(403);
  expect((await put('/api/twins/active', { twinIds: ids, active: true }, {})).statusCode).toBe(401);
});

test('DELETE /api/twins/:id keeps the asset', async () => {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const id = await makeTwin(db, { assetId });
  await makeProtection(db, { twinId: id });
  const remove = (headers = engineer) => server.ask('DELETE', `/api/twins/${id}`, headers);
  expect((await remove(viewer)).statusCode).toBe(403);
  expect((await remove({})).statusCode).toBe(401);
  expect((await remove()).statusCode).toBe(204);
  expect((await remove()).statusCode).toBe(404);
  const [asset] = (await server.ask('GET', `/api/assets?id=${assetId}`, viewer)).json();
  expect(asset).toMatchObject({ id: assetId, twinId: null });
});

test('changes are audited with their differences', async () => {
  const { db } = server.tenant;
  const id = await makeTwin(db, mission);
  await put(`/api/twins/${id}`, { version: 1, description: 'Seen' });
  const lines = await db
    .selectFrom('audit_entry')
    .select(['action', 'old', 'new'])
    .where('entity_type', '=', 'twin')
    .where('entity_id', '=', String(id))
    .execute();
  expect(lines).toEqual([{ action: 'update', old: { description: '' }, new: { description: 'Seen' } }]);
});
