import { notInStore } from '@twinward/contracts/core/error';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['protection', 'twin', 'tag'],
  });
});
afterAll(() => server.close());

const post = (body: object, headers = writer) =>
  server.ask('POST', '/api/indicators/with-activity', headers, body);

const service = (twinId: number, name: string) => ({
  indicator: {
    twinId,
    name: 'Service due',
    type: 'activity',
    active: true,
    thresholds: [
      { name: 'Due', logic: 'INTERVAL([Service]) >= #27d', level: 250 },
      { name: 'Overdue', logic: 'INTERVAL([Service]) > #33d', level: 750 },
    ],
  },
  activityAction: 'insert',
  activity: { name: 'Change the oil', duration: 'PT2H', cost: 400 },
  tagAlias: { name: 'Service' },
  tag: { name },
  interval: { intervalType: 'calendar', expectedInterval: 'P30D', tolerance: 'P3D' },
});

test('creates activity, input, tag and protection together', async () => {
  const twinId = await makeTwin(server.tenant.db);
  const response = await post(service(twinId, 'P-1 services'));
  expect(response.statusCode).toBe(201);
  const { indicator, activity, tagAlias } = response.json();
  expect(tagAlias).toMatchObject({ twinId, name: 'Service', type: 'work', mappedTagName: 'P-1 services' });
  expect(activity).toMatchObject({ twinId, name: 'Change the oil', tagAliasId: tagAlias.id, cost: 400 });
  expect(indicator).toMatchObject({
    type: 'activity',
    tagAliasIds: [tagAlias.id],
    aliases: [{ alias: 'Service', expectedInterval: 'P30D', tolerance: 'P3D', tagName: 'P-1 services' }],
    completion: { percent: 100 },
  });
  const { version, thresholds, aliases } = indicator;
  const { alias: _, type: __, tagId: ___, tagName: ____, unit: _____, ...setting } = aliases[0];
  const changed = await server.ask('PUT', `/api/indicators/${indicator.id}/with-activity`, writer, {
    indicator: {
      name: 'Oil due',
      type: 'activity',
      thresholds,
      aliases: [{ ...setting, expectedInterval: 'P60D' }],
      version,
    },
    activity: {
      id: activity.id,
      name: 'Change oil and filter',
      tagAliasId: tagAlias.id,
      version: activity.version,
    },
  });
  expect(changed.json()).toMatchObject({
    indicator: { name: 'Oil due', active: false, version: 2, aliases: [{ expectedInterval: 'P60D' }] },
    activity: { name: 'Change oil and filter', version: 2 },
  });
});

test('stores nothing if any part fails', async () => {
  const { db } = server.tenant;
  const twinId = await makeTwin(db);
  const body = service(twinId, 'P-2 services');
  const wrong = { ...body.indicator, thresholds: [{ name: 'Due', logic: 'INTERVAL([Sevice]) > #1d' }] };
  const response = await post({ ...body, indicator: wrong });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual([
    expect.objectContaining({
      path: 'thresholds.0.logic',
      code: 'unknown-alias',
      message: 'Unknown tag alias [Sevice]. Did you mean [Service]?',
    }),
  ]);
  const count = async (table: 'activity' | 'protection') =>
    (await db.selectFrom(table).select('id').where('twin_id', '=', twinId).execute()).length;
  expect([await count('activity'), await count('protection')]).toEqual([0, 0]);
  expect(await db.selectFrom('tag').select('id').where('name', '=', 'P-2 services').execute()).toEqual([]);
  await post(body);
  const other = await makeTwin(db);
  const taken = await post(service(other, 'P-2 services'));
  expect(taken.statusCode).toBe(409);
  expect(taken.json().message).toBe('There is a tag named P-2 services already.');
});

test('rejects an unknown activity and an unknown input', async () => {
  const twinId = await makeTwin(server.tenant.db);
  const body = service(twinId, 'P-5 services');
  const activity = { id: 999_999, name: 'Overhaul', version: 1 };
  const ofActivity = await post({ ...body, activityAction: 'update', activity });
  expect([ofActivity.statusCode, ofActivity.json().errors]).toEqual([
    400,
    [{ path: 'activity.id', message: notInStore(999_999) }],
  ]);
  const ofInput = await post({ ...body, tagAlias: { id: 999_998, version: 1 } });
  expect([ofInput.statusCode, ofInput.json().errors]).toEqual([
    400,
    [{ path: 'tagAlias.id', message: notInStore(999_998) }],
  ]);
});

test('adds Due and Overdue by the interval if no thresholds are given', async () => {
  const twinId = await makeTwin(server.tenant.db);
  const { indicator, ...body } = service(twinId, 'P-6 services');
  const { thresholds: _, ...bare } = indicator;
  const made = await post({ ...body, indicator: bare });
  expect(made.json().indicator.thresholds).toMatchObject([
    { name: 'Due', level: 250, logic: 'INTERVAL([Service]) >= #27d' },
    { name: 'Overdue', level: 750, logic: 'INTERVAL([Service]) > #33d' },
  ]);
});

test('accepts an existing activity and input', async () => {
  const { db } = server.tenant;
  const twinId = await makeTwin(db);
  const first = (await post(service(twinId, 'P-3 services'))).json();
  const { activity, tagAlias } = first;
  const body = service(twinId, 'P-3 major services');
  const response = await post({
    ...body,
    activityAction: 'update',
    activity: { id: activity.id, name: 'Overhaul', version: activity.version },
    tagAlias: { id: tagAlias.id, version: tagAlias.version },
  });
  expect(response.json()).toMatchObject({
    activity: { id: activity.id, name: 'Overhaul', tagAliasId: tagAlias.id },
    tagAlias: { id: tagAlias.id, mappedTagName: 'P-3 major services', version: tagAlias.version + 1 },
  });
  const followed = await server.ask('GET', `/api/indicators/${first.indicator.id}`, writer);
  expect(followed.json().inputs).toEqual([expect.objectContaining({ tagName: 'P-3 major services' })]);
});

test('requires the right to write each part', async () => {
  const { db } = server.tenant;
  const twinId = await makeTwin(db);
  const body = service(twinId, 'P-4 services');
  const groups = ['VIEWERS'] as const;
  const only = await makeSession(db, { groups, recordTypes: ['protection'] });
  const withTwin = await makeSession(db, { groups, recordTypes: ['protection', 'twin'] });
  expect((await post(body, only)).statusCode).toBe(403);
  expect((await post(body, withTwin)).statusCode).toBe(403);
  expect((await post({ ...body, tag: null }, withTwin)).statusCode).toBe(201);
  expect((await post({ ...body, activityAction: 'update' })).json().errors).toEqual([
    {
      path: 'activity.id',
      message: 'Give id and version to update an activity, and neither to insert one.',
    },
  ]);
});
