import { notInStore } from '@twinward/contracts/core/error';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let engineer: Record<string, string>;
let viewer: Record<string, string>;
let twinId: number;
let service: { id: number };
let temperature: { id: number };
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  viewer = await makeViewerSession(db);
  const assetId = await makeAsset(db);
  twinId = await makeTwin(db, {
    assetId,
    aliases: [
      {
        name: 'Service',
        type: 'work',
        mappedTagId: await makeTag(db, { assetIds: [assetId], type: 'work' }),
      },
      { name: 'Temperature', type: 'data_point', mappedTagId: await makeTag(db, { assetIds: [assetId] }) },
    ],
  });
  [service, temperature] = (await server.ask('GET', `/api/twins/${twinId}/tag-aliases`, viewer)).json();
});
afterAll(() => server.close());

const make = (body: object, headers = engineer) => server.ask('POST', '/api/activities', headers, body);
const change = (id: number, body: object, headers = engineer) =>
  server.ask('PUT', `/api/activities/${id}`, headers, body);

test('an activity is created, listed, updated at the version that was read, and deleted', async () => {
  const made = await make({
    twinId,
    tagAliasId: service.id,
    name: 'Change oil',
    duration: 'PT4H',
    cost: 250,
    resource: 'Fitter',
    lifeCycleState: 'new',
  });
  expect(made.statusCode).toBe(201);
  const activity = made.json();
  expect(activity).toEqual({
    id: activity.id,
    twinId,
    tagAliasId: service.id,
    name: 'Change oil',
    description: '',
    duration: 'PT4H',
    cost: 250,
    resource: 'Fitter',
    renews: 'none',
    failureModeIds: [],
    lifeCycleState: null,
    fields: {},
    version: 1,
  });
  const list = (headers = viewer) => server.ask('GET', `/api/twins/${twinId}/activities`, headers);
  expect((await list()).json()).toEqual([activity]);
  expect((await list({})).statusCode).toBe(401);
  expect((await make({ twinId, name: 'Change oil' })).json()).toMatchObject({
    id: 'conflict',
    message: 'There is an activity named Change oil already.',
  });

  const changed = await change(activity.id, { name: 'Change the oil', version: 1 });
  expect(changed.json()).toMatchObject({ name: 'Change the oil', cost: null, tagAliasId: null, version: 2 });
  const stale = await change(activity.id, { name: 'Mine', version: 1 });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().current).toMatchObject({ name: 'Change the oil', version: 2 });

  const remove = (headers = engineer) => server.ask('DELETE', `/api/activities/${activity.id}`, headers);
  expect((await remove(viewer)).statusCode).toBe(403);
  expect((await remove({})).statusCode).toBe(401);
  expect((await remove()).statusCode).toBe(204);
  expect((await remove()).statusCode).toBe(404);
  expect((await list()).json()).toEqual([]);
});

test('invalid requests are rejected with the reason', async () => {
  const cases = [
    [{ name: ' ' }, 'name', 'Required.'],
    [{ name: 'a', cost: 1.5 }, 'cost', 'Please enter an integer.'],
    [{ name: 'a', cost: -1 }, 'cost', 'Please enter a positive number.'],
    [
      { name: 'a', duration: '4h' },
      'duration',
      'Please enter a duration in ISO 8601 format, for example P30D or PT8H.',
    ],
    [
      { name: 'a', lifeCycleState: 'removed' },
      'lifeCycleState',
      'invalid life cycle state for probability: removed',
    ],
    [{ name: 'a', tagAliasId: temperature.id }, 'tagAliasId', 'Please choose an input of work of the twin.'],
    [{ name: 'a', tagAliasId: 999_999 }, 'tagAliasId', notInStore(999_999)],
    [
      { name: 'a', renews: 'failure-modes', failureModeIds: [999_999] },
      'failureModeIds.0',
      notInStore(999_999),
    ],
  ] as const;
  for (const [body, path, message] of cases) {
    const answer = await make({ twinId, ...body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path, message }]);
  }
  const wrong = await change(1, { name: '', version: 1 });
  expect([wrong.statusCode, wrong.json().errors]).toEqual([400, [{ path: 'name', message: 'Required.' }]]);
  for (const [method, url] of [
    ['GET', '/api/twins/x/activities'],
    ['DELETE', '/api/activities/x'],
  ] as const) {
    const answer = await server.ask(method, url, engineer);
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'id: Please enter an integer.']);
  }
  expect((await make({ twinId: 999_999, name: 'a' })).statusCode).toBe(404);
  expect((await change(999_999, { name: 'a', version: 1 })).statusCode).toBe(404);
  expect((await server.ask('GET', '/api/twins/999999/activities', viewer)).statusCode).toBe(404);
  expect((await make({ twinId, name: 'a' }, viewer)).statusCode).toBe(403);
  expect((await make({ twinId, name: 'a' }, {})).statusCode).toBe(401);
  expect((await change(1, { name: 'a', version: 1 }, viewer)).statusCode).toBe(403);
  expect((await change(1, { name: 'a', version: 1 }, {})).statusCode).toBe(401);
});
