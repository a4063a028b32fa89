import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let engineer: Record<string, string>;
let viewer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  engineer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  viewer = await makeViewerSession(server.tenant.db);
});
afterAll(() => server.close());

const mission = { startDate: new Date('2024-01-01T00:00:00Z'), missionTime: 'P365D' };
const make = (body: object, headers = engineer) => server.ask('POST', '/api/failure-modes', headers, body);
const save = (body: object, headers = engineer) =>
  server.ask('PUT', '/api/failure-modes/with-risk', headers, body);
const assigned = (probability: number, consequence: number) => ({
  probability: { lifeCycleState: 'new', value: probability },
  consequence: { lifeCycleState: 'new', value: consequence },
});

describe('failure modes', () => {
  test('are listed by risk, those without a risk last', async () => {
    const twinId = await makeTwin(server.tenant.db, mission);
    await make({ twinId, name: 'No risk' });
    await make({ twinId, name: 'Small', ...assigned(10, 1000) });
    await make({ twinId, name: 'Large', ...assigned(50, 2000) });
    const list = (query = '', headers = viewer) =>
      server.ask('GET', `/api/twins/${twinId}/failure-modes${query}`, headers);
    const answer = await list();
    expect(answer.headers['x-paging-total-records']).toBe('3');
    expect(answer.json().map(({ name, risk }: { name: string; risk: number }) => [name, risk])).toEqual([
      ['Large', 1000],
      ['Small', 100],
      ['No risk', null],
    ]);
    const second = await list('?page-size=1&page-number=2');
    expect(second.json()).toMatchObject([{ name: 'Small' }]);
    expect((await list('', {})).statusCode).toBe(401);
    const unknown = await server.ask('GET', '/api/twins/999999/failure-modes', viewer);
    expect(unknown.statusCode).toBe(404);
  });

  test('are created with codes, protections and risk', async () => {
    const twinId = await makeTwin(server.tenant.db, mission);
    const protectionId = await makeProtection(server.tenant.db, { twinId });
    const made = await make({
      twinId,
      name: ' Bearing seizes ',
      mechanism: '2.4',
      cause: '3.4',
      pfInterval: 'P30D',
      protectionIds: [protectionId],
      ...assigned(20, 50_000),
    });
    expect(made.statusCode).toBe(201);
    const mode = made.json();
    expect(mode).toMatchObject({
      twinId,
      name: 'Bearing seizes',
      description: '',
      mechanism: '2.4',
      cause: '3.4',
      pfInterval: 'P30D',
      protectionIds: [protectionId],
      probability: { failureModeId: mode.id, twinId: null, value: 20 },
      consequence: { failureModeId: mode.id, value: 50_000 },
      risk: 10_000,
      version: 1,
    });
    const again = await make({ twinId, name: 'Bearing seizes' });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe('There is a failure mode named Bearing seizes already.');
  });

  test('are updated at the version that was read', async () => {
    const twinId = await makeTwin(server.tenant.db, mission);
    const { id } = (await make({ twinId, name: 'Leak', ...assigned(8, 100) })).json();
    const changed = await save({
      failureMode: { id, name: 'Seal leaks', version: 1 },
      probability: { lifeCycleState: 'removed' },
      consequence: { lifeCycleState: null, value: 300 },
    });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({
      name: 'Seal leaks',
      probability: null,
      consequence: { value: 300 },
      version: 2,
    });
    const stale = await save({ failureMode: { id, name: 'Mine', version: 1 } });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      message:
        'The failure mode Seal leaks was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: { name: 'Seal leaks', version: 2 },
    });
  });

  test('reject invalid requests', async () => {
    const twinId = await makeTwin(server.tenant.db, mission);
    const foreign = await makeProtection(server.tenant.db);
    const cases = [
      [{ name: '' }, 'name', 'Required.'],
      [{ name: 'x'.repeat(101) }, 'name', '1 characters over maximum length of 100.'],
      [{ name: 'a', mechanism: '9.9' }, 'mechanism', 'Please give a failure mechanism code of ISO 14224.'],
      [{ name: 'a', cause: '9.9' }, 'cause', 'Please give a failure cause code of ISO 14224.'],
      [
        { name: 'a', pfInterval: '30 days' },
        'pfInterval',
        'Please enter a duration in ISO 8601 format, for example P30D or PT8H.',
      ],
      [{ name: 'a', protectionIds: [foreign] }, 'protectionIds.0', 'Please choose a protection of the twin.'],
      [{ name: 'a', ...assigned(200, 1) }, 'probability.value', 'Please enter a number between 0 and 100.'],
    ] as const;
    for (const [body, path, message] of cases) {
      const answer = await make({ twinId, ...body });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([{ path, message }]);
    }
    const wrong = await save({
      failureMode: { id: 1, name: 'a', version: 1 },
      probability: { lifeCycleState: 'gone' },
    });
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      400,
      'probability.lifeCycleState: invalid life cycle state for probability: gone',
    ]);
    for (const [method, url, message] of [
      ['GET', `/api/twins/x/failure-modes`, 'id: Please enter an integer.'],
      [
        'GET',
        `/api/twins/${twinId}/failure-modes?page-size=0`,
        'page-size: Please enter a number between 1 and 1000.',
      ],
      ['DELETE', '/api/failure-modes/x', 'id: Please enter an integer.'],
    ] as const) {
      const answer = await server.ask(method, url, engineer);
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    }
    expect((await make({ twinId: 999_999, name: 'a' })).statusCode).toBe(404);
    expect((await save({ failureMode: { id: 999_999, name: 'a', version: 1 } })).statusCode).toBe(404);
    expect((await make({ twinId, name: 'a' }, viewer)).statusCode).toBe(403);
    expect((await make({ twinId, name: 'a' }, {})).statusCode).toBe(401);
    expect((await save({ failureMode: { id: 1, name: 'a', version: 1 } }, viewer)).statusCode).toBe(403);
    expect((await save({ failureMode: { id: 1, name: 'a', version: 1 } }, {})).statusCode).toBe(401);
  });

  test('are deleted; their protections are kept', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const protectionId = await makeProtection(server.tenant.db, { twinId });
    const { id } = (await make({ twinId, name: 'Gone', protectionIds: [protectionId] })).json();
    const remove = (headers = engineer) => server.ask('DELETE', `/api/failure-modes/${id}`, headers);
    expect((await remove(viewer)).statusCode).toBe(403);
    expect((await remove({})).statusCode).toBe(401);
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(404);
    expect((await server.ask('GET', `/api/indicators/${protectionId}`, viewer)).statusCode).toBe(200);
  });
});
