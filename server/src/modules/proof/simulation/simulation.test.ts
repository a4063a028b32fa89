import type { Simulation, SimulationItem } from '@twinward/contracts/protections/simulation';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobInterrupted } from '../../../platform/jobs/jobs.ts';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { heldUp, runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { createGate } from '../../../testing/gate.ts';
import { minute, Process, t0 } from '../../../testing/scene.ts';
import { simulateProtection, simulateProtectionWithin } from './run.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
});
afterAll(() => server.close());

const at = (minutes: number) => t0 + minutes * minute;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();
const settle = () => new Process(server.tenant.db).settle();
const carryOut = (commandId: string) =>
  runCommand(server.tenant, { 'simulate-protection': simulateProtection }, commandId);

const who = [{ type: 'user' as const, id: 1 }];
const notify = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'notify' as const,
  direction: 'both' as const,
  who,
  notifySubscribers: false,
};

/** Creates a protection on a sawtooth from 0 to 9 every ten minutes, over 200 minutes. */
async function makeSaw(thresholds: object[] = defaults, active = true, dead: string | null = null) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db, { assetName: 'Saw' });
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Value', type: 'data_point', mappedTagId: tagId }],
  });
  if (dead !== null) await createDeadInput(twinId, dead);
  const times = Float64Array.from({ length: 200 }, (_, index) => at(index));
  await appendPoints(db, [{ tagId, times, values: times.map((_, index) => index % 10), qualities: null }]);
  const protectionId = await makeProtection(db, { twinId, active, thresholds: thresholds as never });
  if (dead !== null) {
    const settings = JSON.stringify({ expectedInterval: 'PT10M' });
    await sql`
      update protection_alias set settings = ${settings}::jsonb from tag_alias
      where tag_alias.id = tag_alias_id and name = ${dead} and protection_id = ${protectionId}`.execute(db);
  }
  await settle();
  return { tagId, twinId, protectionId };
}

/** Creates an input with points at minutes 0 and 1 only. */
async function createDeadInput(twinId: number, name: string): Promise<void> {
  const { db } = server.tenant;
  const tagId = await makeTag(db);
  await sql`insert into tag_alias (twin_id, mapped_tag_id, type, name)
    values (${twinId}, ${tagId}, 'data_point', ${name})`.execute(db);
  await appendPoints(db, [{ tagId, times: [at(0), at(1)], values: [1, 1], qualities: null }]);
}

const defaults = [
  { name: 'High', logic: '[Value] > 6', level: 500, actions: [notify] },
  { name: 'Counted', logic: '[Value] > 8', level: null, logExcursion: false },
];

const start = (
  { protectionId, twinId }: { protectionId: number; twinId: number },
  more: object = {},
  headers = writer,
) =>
  server.ask('POST', '/api/simulations', headers, {
    id: null,
    indicatorId: protectionId,
    twinId,
    startTime: iso(95),
    endTime: iso(195),
    ...more,
  });
const read = async (protectionId: number) =>
  (await server.ask('GET', `/api/indicators/${protectionId}/simulations`, viewer)).json<Simulation>();
/** Returns the excursions and levels that a simulation has stored. */
const found = async (id: number) =>
  (
    await sql`
      select 'excursion' as kind, threshold, start_at, end_at from simulation_excursion where simulation_id = ${id}
      union all
      select 'level', found.level, to_timestamp(found.at / 1000.0), null
      from simulation_level as piece, unnest(piece.at, piece.level) as found (at, level)
      where simulation_id = ${id}
      order by 1, 2, 3`.execute(server.tenant.db)
  ).rows;
const run = async (saw: Awaited<ReturnType<typeof makeSaw>>, more: object = {}) => {
  const { id, commandId } = (await start(saw, more)).json<{ id: number; commandId: string }>();
  await carryOut(commandId);
  return id;
};
const stored = async (protectionId: number) =>
  (
    await sql`
      select threshold_id, start_at, end_at, start_known_at, end_known_at from excursion
      where protection_id = ${protectionId} order by threshold_id, start_at`.execute(server.tenant.db)
  ).rows;
const readLevels = async (protectionId: number) =>
  (
    await sql`
      select at, level, driving_threshold_id from level_change where protection_id = ${protectionId}
      order by at`.execute(server.tenant.db)
  ).rows;

describe('a simulation', () => {
  it('reports an input that is stale for the whole range, however old its last point is', async () => {
    const saw = await makeSaw(
      [{ name: 'High', logic: '[Value] > 6 AND [Flow] > 0', level: 500 }],
      false,
      'Flow',
    );
    await run(saw);
    const { tracking } = await read(saw.protectionId);
    expect(tracking!.results.find(({ type }) => type === 'interval')).toMatchObject({
      name: 'Flow',
      count: 1,
      duration: 100 * minute,
      isOpen: true,
    });
    await run(saw, { startTime: iso(0), endTime: iso(50) });
    const early = (await read(saw.protectionId)).tracking!.results;
    expect(early.find(({ type }) => type === 'interval')).toMatchObject({ count: 1, duration: 39 * minute });
  });

  it('is null at first, then queued, then done with its findings, and sends no notifications', async () => {
    const saw = await makeSaw();
    const { protectionId } = saw;
    for (const path of ['simulations', 'simulations/status']) {
      const none = await server.ask('GET', `/api/indicators/${protectionId}/${path}`, viewer);
      expect([none.statusCode, none.body]).toEqual([204, '']);
    }
    const started = await start(saw);
    expect(started.statusCode).toBe(202);
    const { id, commandId } = started.json();
    expect(await read(protectionId)).toMatchObject({
      id,
      commandId,
      jobStatus: 'queued',
      simulationCompletion: 0,
      startTime: iso(95),
      endTime: iso(195),
      indicatorId: protectionId,
      twinId: saw.twinId,
      twinName: 'Saw',
      stale: false,
      tracking: null,
      comparison: null,
    });
    const again = await start(saw);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'A simulation of the protection is running. Wait for it, or delete it.',
    ]);
    await carryOut(commandId);
    const done = await read(protectionId);
    expect(done).toMatchObject({
      jobStatus: 'done',
      simulationCompletion: 100,
      stats: { points: 100, excursions: 10 },
      tracking: {
        indicatorLevel: 0,
        indicatorLatest: [{ alias: 'Value', time: iso(194), value: 4 }],
        indicatorTracking: { patternId: null, drivingThresholdName: null },
      },
    });
    // From minute 97 on, true at minutes 7, 8 and 9 of each ten.
    expect(done.tracking!.results).toEqual([
      {
        id: expect.stringMatching(/^threshold:\d+$/),
        type: 'threshold',
        name: 'High',
        count: 10,
        duration: 30 * minute,
        isOpen: false,
        notifyCount: 20,
        advisoryCount: 0,
        excursionCount: 10,
        level: 500,
        logic: '[Value] > 6',
        color: '#f69418',
      },
      expect.objectContaining({
        type: 'excursion',
        name: 'Counted',
        count: 10,
        duration: 10 * minute,
        excursionCount: 0,
      }),
      expect.objectContaining({ type: 'tag', id: 'tag:Value', count: 100, duration: 99 * minute }),
    ] satisfies SimulationItem[]);
    const sent = await sql`select count(*)::int as count from notification`.execute(server.tenant.db);
    expect(sent.rows).toEqual([{ count: 0 }]);
    const summary = await server.ask('GET', `/api/simulations/${id}/summary`, viewer);
    expect(summary.json()).toMatchObject({
      simulationId: id,
      level: 0,
      stale: false,
      numDataPointsSinceCompletion: 5,
      items: done.tracking!.results,
    });
    // A finished simulation is replaced by the next.
    const next = await start(saw, { id });
    expect(next.statusCode).toBe(202);
    expect((await server.ask('GET', `/api/simulations/${id}/summary`, viewer)).statusCode).toBe(404);
  });

  it('finds the start of an excursion that is open at the beginning of its range, however long ago', async () => {
    const saw = await makeSaw([{ name: 'Ever', logic: '[Value] >= 0', level: 100 }]);
    const id = await run(saw);
    const response = await server.ask('GET', `/api/simulations/${id}/excursions`, viewer);
    expect(response.headers['x-paging-total-records']).toBe('1');
    expect(response.json()).toEqual([
      { threshold: 0, thresholdName: 'Ever', level: 100, start: iso(0), end: null, change: null },
    ]);
    expect((await read(saw.protectionId)).tracking!.results[0]).toMatchObject({
      duration: 100 * minute,
      isOpen: true,
    });
  });

  it('rejects an invalid range, twin or logic', async () => {
    const saw = await makeSaw();
    const refused = async (more: object) => {
      const response = await start(saw, more);
      return [response.statusCode, response.json().message];
    };
    expect(await refused({ endTime: iso(95) })).toEqual([
      400,
      'The end of the range must be after its start.',
    ]);
    expect(await refused({ startTime: '2010-01-01T00:00:00Z' })).toEqual([400, 'At most 10 years.']);
    expect(await refused({ twinId: saw.twinId + 1000 })).toEqual([400, 'The protection is of another twin.']);
    expect(await refused({ indicatorId: 999_999 })).toEqual([404, 'Protection not found.']);
    const bad = await start(saw, { logic: { thresholds: [{ name: 'Bad', logic: '[Vaule] > 1' }] } });
    expect(bad.statusCode).toBe(400);
    expect(bad.json()).toMatchObject({
      id: 'invalid-expression',
      errors: [{ path: 'logic.thresholds.0.logic' }],
    });
    expect(await read(saw.protectionId).catch(() => 'none')).toBe('none');
    expect((await start(saw, {}, viewer)).statusCode).toBe(403);
    expect((await server.ask('GET', '/api/indicators/999999/simulations', viewer)).statusCode).toBe(404);
    expect((await server.ask('DELETE', '/api/indicators/999999/simulations', writer)).statusCode).toBe(404);
    expect((await server.ask('DELETE', '/api/simulations/999999', writer)).statusCode).toBe(404);
    expect((await server.ask('POST', '/api/simulations/999999/apply', writer)).statusCode).toBe(404);
  });

  it('covers the last 30 days by default', async () => {
    const saw = await makeSaw();
    const response = await server.ask('POST', '/api/simulations', writer, {
      indicatorId: saw.protectionId,
      twinId: saw.twinId,
    });
    expect(response.statusCode).toBe(202);
    const { startTime, endTime } = await read(saw.protectionId);
    expect(Date.parse(endTime) - Date.parse(startTime)).toBe(30 * 86_400_000);
  });

  it('fails when it is canceled, and starts over after its process died', async () => {
    const saw = await makeSaw();
    const { id, commandId } = (await start(saw)).json();
    await sql`update command set status = 'running', result = '{}' where id = ${commandId}`.execute(
      server.tenant.db,
    );
    await sql`
      insert into simulation_excursion (simulation_id, variant, threshold, start_at, start_known_at)
      values (${id}, 0, 0, ${iso(1)}, ${iso(1)})`.execute(server.tenant.db);
    await carryOut(commandId);
    expect((await read(saw.protectionId)).stats).toMatchObject({ excursions: 10 });
    expect(
      (await server.ask('GET', `/api/simulations/${id}/excursions`, viewer)).headers[
        'x-paging-total-records'
      ],
    ).toBe('10');
    const second = (await start(saw)).json();
    await sql`update command set cancel_requested = true where id = ${second.commandId}`.execute(
      server.tenant.db,
    );
    await carryOut(second.commandId);
    const state = await server.ask('GET', `/api/indicators/${saw.protectionId}/simulations/status`, viewer);
    expect(state.json()).toMatchObject({ jobStatus: 'error', error: 'It was canceled.' });
    expect(
      (await server.ask('DELETE', `/api/indicators/${saw.protectionId}/simulations`, writer)).statusCode,
    ).toBe(204);
    expect(
      (await server.ask('GET', `/api/indicators/${saw.protectionId}/simulations`, viewer)).statusCode,
    ).toBe(204);
  });

  it('stores every finding once while a worker that was considered dead is still running', async () => {
    const expected = await found(await run(await makeSaw()));
    expect(expected.length).toBeGreaterThan(10);
    const writingOften = simulateProtectionWithin({ rowsPerWrite: 1 });
    // The stale run stops before it deletes findings of an earlier run, before it stores the first part, before the
    // rest, and before its result.
    for (const number of [1, 2, 3, 4]) {
      const { id, commandId } = (await start(await makeSaw())).json();
      const gate = createGate();
      const handlers = { 'simulate-protection': heldUp(writingOften, number, gate) };
      const stale = runCommand(server.tenant, handlers, commandId);
      await gate.reached;
      await carryOut(commandId);
      gate.open();
      await expect(stale).rejects.toThrow(JobInterrupted);
      expect(await found(id)).toEqual(expected);
    }
  });

  it('ends with an error and stores nothing when its protection is deleted while it runs', async () => {
    const saw = await makeSaw();
    const { id, commandId } = (await start(saw)).json();
    const gate = createGate();
    const handler = heldUp(simulateProtectionWithin({ rowsPerWrite: 1 }), 3, gate);
    const running = runCommand(server.tenant, { 'simulate-protection': handler }, commandId);
    await gate.reached;
    await sql`delete from protection where id = ${saw.protectionId}`.execute(server.tenant.db);
    gate.open();
    await running;
    expect(await found(id)).toEqual([]);
    const { rows } = await sql`select status, error from command where id = ${commandId}`.execute(
      server.tenant.db,
    );
    expect(rows).toEqual([{ status: 'error', error: 'Simulation not found.' }]);
  });

  it('is deleted with its protection, together with its findings', async () => {
    const saw = await makeSaw();
    const id = await run(saw);
    expect((await found(id)).length).toBeGreaterThan(10);
    await sql`delete from protection where id = ${saw.protectionId}`.execute(server.tenant.db);
    expect(await found(id)).toEqual([]);
  });

  it('stops when it is deleted while queued', async () => {
    const saw = await makeSaw();
    const { id, commandId } = (await start(saw)).json();
    expect((await server.ask('DELETE', `/api/simulations/${id}`, writer)).statusCode).toBe(204);
    await carryOut(commandId);
    const command = await sql<{ status: string }>`select status from command where id = ${commandId}`.execute(
      server.tenant.db,
    );
    expect(command.rows).toEqual([{ status: 'canceled' }]);
  });

  it('compares two logics: excursions added, removed, moved', async () => {
    const saw = await makeSaw();
    const logic = {
      thresholds: [
        { name: 'High', logic: '[Value] > 7', level: 500, actions: [notify] },
        { name: 'Low', logic: '[Value] < 1', level: 100 },
      ],
    };
    const id = await run(saw, { logic });
    const { comparison, tracking } = await read(saw.protectionId);
    expect(comparison!.thresholds).toEqual([
      { name: 'High', first: 0, second: 0, gained: 0, lost: 0, moved: 10, same: 0 },
      { name: 'Low', first: null, second: 1, gained: 10, lost: 0, moved: 0, same: 0 },
      { name: 'Counted', first: 1, second: null, gained: 0, lost: 0, moved: 0, same: 0 },
    ]);
    expect(comparison!.results.map(({ name, count, notifyCount }) => [name, count, notifyCount])).toEqual([
      ['High', 10, 20],
      ['Low', 10, 0],
      ['Value', 100, 0],
    ]);
    const kept = {
      alias: null,
      type: 'expression',
      logExcursion: true,
      onDelay: 0,
      offDelay: 0,
      deadband: 0,
      rationalization: null,
    };
    expect(comparison!.logic).toEqual({
      defaultLevel: 0,
      thresholds: [
        {
          ...kept,
          name: 'High',
          logic: '[Value] > 7',
          level: 500,
          actions: [expect.objectContaining(notify)],
        },
        { ...kept, name: 'Low', logic: '[Value] < 1', level: 100, actions: [] },
      ],
    });
    expect(tracking!.results[0]).toMatchObject({ name: 'High', duration: 30 * minute });
    const gained = await server.ask(
      'GET',
      `/api/simulations/${id}/excursions?variant=1&change=gained&page-size=2&page-number=2`,
      viewer,
    );
    expect(gained.headers['x-paging-total-records']).toBe('10');
    expect(gained.json()).toEqual([
      { threshold: 1, thresholdName: 'Low', level: 100, start: iso(120), end: iso(121), change: 'gained' },
      { threshold: 1, thresholdName: 'Low', level: 100, start: iso(130), end: iso(131), change: 'gained' },
    ]);
  });

  it('is merged for charts, and exported without merging', async () => {
    const saw = await makeSaw();
    const id = await run(saw);
    const spans = await server.ask(
      'GET',
      `/api/simulations/${id}/spans?from=${at(95)}&to=${at(195)}&columns=5`,
      viewer,
    );
    expect(spans.json()).toEqual(
      [97, 117, 137, 157, 177].map((start) => ({
        threshold: 0,
        start: at(start),
        end: at(start + 13),
        count: 2,
      })),
    );
    const tallies = await server.ask(
      'GET',
      `/api/simulations/${id}/tallies?from=${at(98)}&to=${at(110)}`,
      viewer,
    );
    expect(tallies.json()).toEqual([{ threshold: 0, count: 2, duration: at(5) - at(0), isOpen: false }]);
    for (const call of ['spans', 'tallies']) {
      const turned = await server.ask('GET', `/api/simulations/${id}/${call}?from=2000&to=1000`, viewer);
      expect(turned.json().message).toBe('The end of the range must be after its start.');
    }
    const file = await server.ask('GET', `/api/simulations/${id}/export`, viewer);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="simulation-${id}.csv"`);
    const lines = file.body.split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      'threshold,level,start,end,change',
      `High,500,${iso(97)},${iso(100)},`,
    ]);
    expect(lines.length).toBe(12);
    expect((await server.ask('GET', '/api/simulations/999999/export', viewer)).statusCode).toBe(404);
  });
});

describe('applying a simulation', () => {
  const apply = (id: number) => server.ask('POST', `/api/simulations/${id}/apply`, writer);

  it('keeps the excursions, levels and ids of live evaluation, and fires no action again', async () => {
    const saw = await makeSaw();
    const before = await stored(saw.protectionId);
    const levels = await readLevels(saw.protectionId);
    const ids =
      await sql`select id from excursion where protection_id = ${saw.protectionId} order by id`.execute(
        server.tenant.db,
      );
    const programs = async () => {
      const { rows } = await sql<{ tracking: string }>`
        select tracking from protection where id = ${saw.protectionId}`.execute(server.tenant.db);
      return new Set(rows[0]!.tracking.match(/"program":"[0-9a-f]+"/g));
    };
    const live = await programs();
    const applied = await apply(await run(saw));
    expect(applied.statusCode).toBe(200);
    // Live evaluation continues only from states of its own program.
    expect(live.size).toBe(1);
    expect(await programs()).toEqual(live);
    expect(applied.json()).toMatchObject({ id: saw.protectionId, level: 0 });
    await settle();
    expect(await stored(saw.protectionId)).toEqual(before);
    expect(await readLevels(saw.protectionId)).toEqual(levels);
    const after =
      await sql`select id from excursion where protection_id = ${saw.protectionId} order by id`.execute(
        server.tenant.db,
      );
    expect(after.rows).toEqual(ids.rows);
    const fired = await sql`select 1 from action_firing where protection_id = ${saw.protectionId}`.execute(
      server.tenant.db,
    );
    expect(fired.rows).toEqual([]);
    expect(
      (await server.ask('GET', `/api/indicators/${saw.protectionId}/simulations`, viewer)).statusCode,
    ).toBe(204);
    // New points are live and fire actions.
    await appendPoints(server.tenant.db, [
      { tagId: saw.tagId, times: [at(200), at(207), at(210)], values: [0, 7, 0], qualities: null },
    ]);
    await settle();
    expect((await stored(saw.protectionId)).length).toBe(before.length + 1);
    expect((await server.ask('GET', `/api/indicators/${saw.protectionId}`, viewer)).json()).toMatchObject({
      error: null,
      lastEvaluatedDate: iso(210),
    });
    const acted = await sql<{ start: Date; direction: string }>`
      select excursion_start as start, direction from action_firing where protection_id = ${saw.protectionId}
      order by at`.execute(server.tenant.db);
    expect(acted.rows.map(({ start, direction }) => [start.toISOString(), direction])).toEqual([
      // This excursion was open when the simulation ended.
      [iso(197), 'exit'],
      [iso(207), 'enter'],
      [iso(207), 'exit'],
    ]);
  });

  it('restores lost excursions, and keeps those outside its range', async () => {
    const saw = await makeSaw();
    const before = await stored(saw.protectionId);
    const { db } = server.tenant;
    const id = await run(saw);
    await sql`delete from excursion where protection_id = ${saw.protectionId} and start_at > ${iso(20)}
      and start_at < ${iso(160)}`.execute(db);
    await sql`
      insert into excursion (protection_id, threshold_id, start_at, end_at, start_known_at, end_known_at)
      select protection_id, threshold_id, ${iso(101)}, ${iso(102)}, ${iso(101)}, ${iso(102)} from excursion
      where protection_id = ${saw.protectionId} limit 1`.execute(db);
    expect((await apply(id)).statusCode).toBe(200);
    await settle();
    const outside = (rows: unknown[]) =>
      rows.filter((row) => (row as { start_at: Date }).start_at.getTime() > at(95));
    expect(outside(await stored(saw.protectionId))).toEqual(outside(before));
    expect((await stored(saw.protectionId)).length).toBe(outside(before).length + 2);
  });

  it('is rejected while it is not done, and after the protection was changed', async () => {
    const saw = await makeSaw();
    const { id, commandId } = (await start(saw)).json();
    expect((await apply(id)).json().message).toBe('The simulation is not done.');
    await carryOut(commandId);
    await sql`update protection set updated_at = now() where id = ${saw.protectionId}`.execute(
      server.tenant.db,
    );
    const stale = await apply(id);
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      'The protection was changed since it was simulated. Simulate it again.',
    ]);
    expect((await read(saw.protectionId)).stale).toBe(true);
    await sql`update protection set updated_at = '2020-01-01' where id = ${saw.protectionId}`.execute(
      server.tenant.db,
    );
    await sql`update threshold set level = 1 where protection_id = ${saw.protectionId}`.execute(
      server.tenant.db,
    );
    expect((await apply(id)).statusCode).toBe(409);
  });
});

it('a simulation that needs too many steps fails, and another one can be started', async () => {
  const windows = Array.from({ length: 20 }, (_, index) => `MAX([Value], #${index + 1}m)`).join(' + ');
  const saw = await makeSaw([{ name: 'Costly', logic: `${windows} > 100`, level: 500 }]);
  const { commandId } = (await start(saw)).json<{ commandId: string }>();
  const handler = simulateProtectionWithin({ limits: { steps: 10, stepsPerPoint: 2 } });
  await runCommand(server.tenant, { 'simulate-protection': handler }, commandId);
  const status = await server.ask('GET', `/api/indicators/${saw.protectionId}/simulations/status`, viewer);
  expect(status.json()).toMatchObject({
    jobStatus: 'error',
    error: 'It needed more than 2 steps for each point and 10 besides.',
  });
  expect((await start(saw)).statusCode).toBe(202);
});
