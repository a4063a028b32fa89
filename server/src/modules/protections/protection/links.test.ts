import type { AdvisoryAction } from '@twinward/contracts/protections/threshold';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let writer: Record<string, string>;
let twinId: number;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
  const mappedTagId = await makeTag(db);
  twinId = await makeTwin(db, { aliases: [{ name: 'Flow', type: 'data_point', mappedTagId }] });
});
afterAll(() => server.close());

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const response = await server.ask(method, url, writer, body);
  return response.body === '' ? null : response.json();
};

const advise = (activityId: number | null, failureModeIds: number[]) => ({
  type: 'advisory',
  comment: 'Look at it',
  activityId,
  failureModeIds,
});

test('deleted records are removed from the actions that refer to them', async () => {
  const { id: inspect } = await ask('POST', '/api/activities', { twinId, name: 'Inspect' });
  const { id: replace } = await ask('POST', '/api/activities', { twinId, name: 'Replace' });
  const { id: leaks } = await ask('POST', '/api/failure-modes', { twinId, name: 'Leaks' });
  const { id: seizes } = await ask('POST', '/api/failure-modes', { twinId, name: 'Seizes' });
  const logic = '[Flow] > 80';
  const [made] = await ask('POST', '/api/indicators', [
    {
      twinId,
      name: 'Flow',
      failureModeIds: [leaks],
      thresholds: [
        {
          name: 'High',
          logic,
          actions: [{ type: 'notify' }, advise(inspect, [leaks, seizes]), advise(replace, [seizes])],
        },
      ] as object[],
    },
  ] as unknown as object);
  const [other] = await ask('POST', '/api/indicators', [
    { twinId, name: 'Other', thresholds: [{ name: 'High', logic, actions: [advise(replace, [])] }] },
  ] as unknown as object);
  await ask('DELETE', `/api/activities/${inspect}`);
  await ask('DELETE', `/api/failure-modes/${leaks}`);
  const now = await ask('GET', `/api/indicators/${made.id}`);
  const before: AdvisoryAction[] = made.thresholds[0].actions;
  expect(now).toMatchObject({ version: 3, failureModeIds: [] });
  expect(now.thresholds[0].actions).toEqual([
    before[0],
    { ...before[1], activityId: null, failureModeIds: [seizes] },
    before[2],
  ]);
  expect(await ask('GET', `/api/indicators/${other.id}`)).toMatchObject({ version: 1 });
});

test('a request that refers to a deleted record is rejected, and changes nothing', async () => {
  const { id: inspect } = await ask('POST', '/api/activities', { twinId, name: 'Clean' });
  const threshold = { name: 'High', logic: '[Flow] > 80', actions: [advise(inspect, [])] };
  const body = { name: 'Cleaning', thresholds: [threshold] };
  const [made] = await ask('POST', '/api/indicators', [{ twinId, ...body }] as unknown as object);
  await ask('DELETE', `/api/activities/${inspect}`);
  expect(await ask('PUT', `/api/indicators/${made.id}`, { ...body, version: 2 })).toMatchObject({
    errors: [
      {
        path: 'thresholds.0.actions.0.activityId',
        message: `Could not find a tag, activity, failure mode or input in the store with id ${inspect}.`,
      },
    ],
  });
  expect(await ask('GET', `/api/indicators/${made.id}`)).toMatchObject({
    version: 2,
    thresholds: [{ id: made.thresholds[0].id }],
  });
});
