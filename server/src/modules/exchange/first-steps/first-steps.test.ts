import type { FirstSteps } from '@twinward/contracts/system/first-steps';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let engineer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  engineer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag', 'protection'] });
});
afterAll(() => server.close());

const url = '/api/overview/first-steps';
const read = async (by = engineer): Promise<FirstSteps> => (await server.ask('GET', url, by)).json();
const addPoint = async (tagId: number): Promise<void> => {
  const points = [{ time: Date.UTC(2024, 4, 3), value: 9 }];
  const answer = await server.ask('POST', `/api/tags/${tagId}/data-points`, engineer, points);
  expect(answer.statusCode).toBeLessThan(300);
};

it('marks each step as done when users have created its records, ignoring those of the demo', async () => {
  const { db } = server.tenant;
  const none: FirstSteps = { done: [], twinId: null, protection: null, isDismissed: false };
  expect(await read()).toEqual(none);

  const demoTag = await makeTag(db);
  await addPoint(demoTag);
  const demoTwin = await makeTwin(db);
  const demoProtection = await makeProtection(db, { twinId: demoTwin });
  await db
    .insertInto('demo_record')
    .values([
      { kind: 'tag', record_id: demoTag },
      { kind: 'twin', record_id: demoTwin },
      { kind: 'protection', record_id: demoProtection },
    ])
    .execute();
  expect(await read()).toEqual(none);

  const tagId = await makeTag(db);
  expect((await read()).done).toEqual([]);
  await addPoint(tagId);
  expect((await read()).done).toEqual(['import-data']);

  const twinId = await makeTwin(db);
  expect(await read()).toEqual({ ...none, done: ['import-data', 'make-twin'], twinId });

  const id = await makeProtection(db, { twinId, active: false });
  expect(await read()).toMatchObject({
    done: ['import-data', 'make-twin', 'make-rule'],
    protection: { id, twinId, active: false },
  });

  const range = { range_start: new Date('2024-05-01'), range_end: new Date('2024-06-01') };
  await db
    .insertInto('simulation')
    .values({ protection_id: id, ...range, definition_version: 1, input: '{}', status: 'done' })
    .execute();
  expect((await read()).done).toEqual(['import-data', 'make-twin', 'make-rule', 'simulate']);

  await db.updateTable('protection').set({ active: true }).where('id', '=', id).execute();
  expect((await read()).done).toEqual(['import-data', 'make-twin', 'make-rule', 'simulate', 'put-live']);
  await db.updateTable('twin').set({ active: false }).where('id', '=', twinId).execute();
  expect((await read()).done).not.toContain('put-live');
});

it('the first steps can be hidden by each user', async () => {
  const other = await makeSession(server.tenant.db, { groups: ['VIEWERS'] });
  const hide = (isDismissed: unknown) =>
    server.ask('POST', '/api/settings/user/first-steps', engineer, { isDismissed });
  expect((await hide(true)).json()).toEqual({ isDismissed: true });
  expect([(await read()).isDismissed, (await read(other)).isDismissed]).toEqual([true, false]);
  expect((await hide(false)).json()).toEqual({ isDismissed: false });
  expect((await read()).isDismissed).toBe(false);
  expect((await hide('perhaps')).statusCode).toBe(400);
});
