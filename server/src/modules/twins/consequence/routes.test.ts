import { notInStore } from '@twinward/contracts/core/error';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let engineer: Record<string, string>;
let viewer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  engineer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  viewer = await makeViewerSession(server.tenant.db);
});
afterAll(() => server.close());

describe('consequences', () => {
  const add = (body: object, headers = engineer) => server.ask('POST', '/api/consequences', headers, [body]);
  const change = (id: number, body: object, headers = engineer) =>
    server.ask('PUT', `/api/consequences/${id}`, headers, body);

  test('belong to a twin, a failure mode or an asset, and increment its version', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const mode = (await server.ask('POST', '/api/failure-modes', engineer, { twinId, name: 'Leak' })).json();
    const made = await add({ twinId, value: 900 });
    expect(made.statusCode).toBe(201);
    const [consequence] = made.json();
    expect(consequence).toMatchObject({ twinId, failureModeId: null, value: 900, lifeCycleState: null });
    const [ofMode] = (await add({ failureModeId: mode.id, value: 5 })).json();
    const twin = (await server.ask('GET', `/api/twins/${twinId}`, viewer)).json();
    expect(twin).toMatchObject({ consequence: { value: 900 }, version: 2 });
    const [asset] = (await add({ assetId: twin.assetId, value: 1 })).json();
    const parent = async (id: number, type = '') =>
      (await server.ask('GET', `/api/consequences/parent/${id}${type}`, viewer)).json();
    expect(await parent(twinId)).toEqual([consequence, ofMode]);
    expect(await parent(mode.id, '?type=failure-mode')).toEqual([ofMode]);
    expect(await parent(twin.assetId, '?type=asset')).toEqual([asset]);

    const twice = await add({ twinId, value: 1 });
    expect(twice.statusCode).toBe(409);
    expect(twice.json().message).toBe('A consequence already exists. Change that one.');
    const changed = await change(consequence.id, { value: 1000, description: 'More' });
    expect(changed.json()).toEqual({ ...consequence, value: 1000, description: 'More' });
    expect((await change(consequence.id, { lifeCycleState: 'removed' })).json()).toBeNull();
    const remove = (headers = engineer) => server.ask('DELETE', `/api/consequences/${ofMode.id}`, headers);
    expect((await remove(viewer)).statusCode).toBe(403);
    expect((await remove({})).statusCode).toBe(401);
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(404);
    expect(await parent(twinId)).toEqual([]);
  });

  test('reject invalid requests', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const cases = [
      [{ twinId, value: -1 }, '0.value', 'Please enter a positive number.'],
      [{ twinId }, '0.value', 'Required.'],
      [{ value: 1 }, '0.twinId', 'Please give either an asset, a twin or a failure mode.'],
      [
        { twinId, value: 1, lifeCycleState: 'x' },
        '0.lifeCycleState',
        'invalid life cycle state for consequence: x',
      ],
    ] as const;
    for (const [body, path, message] of cases) {
      const answer = await add(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([{ path, message }]);
    }
    expect((await server.ask('POST', '/api/consequences', engineer, [])).statusCode).toBe(400);
    expect((await add({ twinId: 999_999, value: 1 })).statusCode).toBe(404);
    expect((await add({ failureModeId: 999_999, value: 1 })).json().errors).toEqual([
      { path: '0.failureModeId', message: notInStore(999_999) },
    ]);
    expect((await add({ assetId: 999_999, value: 1 })).statusCode).toBe(404);
    const wrong = await change(1, { value: 1.5 });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      [{ path: 'value', message: 'Please enter an integer.' }],
    ]);
    const noId = await server.ask('DELETE', '/api/consequences/x', engineer);
    expect([noId.statusCode, noId.json().message]).toEqual([400, 'id: Please enter an integer.']);
    expect((await add({ twinId, value: 1 }, {})).statusCode).toBe(401);
    expect((await change(999_999, { value: 1 })).statusCode).toBe(404);
    expect((await add({ twinId, value: 1 }, viewer)).statusCode).toBe(403);
    expect((await change(1, { value: 1 }, viewer)).statusCode).toBe(403);
    expect((await change(1, { value: 1 }, {})).statusCode).toBe(401);
    expect((await server.ask('GET', '/api/consequences/parent/999999', viewer)).statusCode).toBe(404);
    expect((await server.ask('GET', '/api/consequences/parent/1?type=tag', viewer)).statusCode).toBe(400);
    expect((await server.ask('GET', '/api/consequences/parent/1', {})).statusCode).toBe(401);
  });
});
