import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { minute, Process, t0 } from '../../../testing/scene.ts';
import { simulateProtection } from './run.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

it('a simulation reads the parameters of the twin, also in its second logic', async () => {
  const { db } = server.tenant;
  const user = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
  const tagId = await makeTag(db, { unit: 'kPa' });
  const twinId = await makeTwin(db, {
    aliases: [{ name: 'Suction', mappedTagId: tagId, unit: 'kPa', type: 'data_point' }],
  });
  const times = [0, 1, 2, 3].map((index) => t0 + index * minute);
  await appendPoints(db, [{ tagId, times, values: [250, 199, 200, 150] }]);
  const { version } = (await server.ask('GET', `/api/twins/${twinId}/parameters`, user)).json();
  const parameters = [{ name: 'lowest', value: 2, unit: 'bar' }];
  const saved = await server.ask('PUT', `/api/twins/${twinId}/parameters`, user, { parameters, version });
  expect(saved.statusCode).toBe(200);
  const indicatorId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'Low', logic: '[Suction] < 1', level: 500 }],
  });
  await new Process(db).settle();
  const started = await server.ask('POST', '/api/simulations', user, {
    indicatorId,
    twinId,
    startTime: new Date(t0).toISOString(),
    endTime: new Date(t0 + 4 * minute).toISOString(),
    logic: { defaultLevel: 0, thresholds: [{ name: 'Low', logic: '[Suction] < {lowest}', level: 500 }] },
  });
  expect(started.statusCode).toBe(202);
  const { id, commandId } = started.json();
  await runCommand(server.tenant, { 'simulate-protection': simulateProtection }, commandId);
  const rows = await db
    .selectFrom('simulation_excursion')
    .select(['variant', 'start_at'])
    .where('simulation_id', '=', id)
    .orderBy('start_at')
    .execute();
  expect(rows.map(({ variant, start_at }) => [variant, (start_at.getTime() - t0) / minute])).toEqual([
    [1, 1],
    [1, 3],
  ]);
});
