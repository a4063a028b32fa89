import type { Simulation } from '@twinward/contracts/protections/simulation';
import { compileProtection, createProtectionEvaluator, type PointBlock } from '@twinward/domain/evaluation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { listDefinitions } from '../../protections/definition/service.ts';
import { simulateProtectionWithin } from './run.ts';

let server: TestApp;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
});
afterAll(() => server.close());

const minute = 60_000;
const start = Date.UTC(2020, 0, 1);
/** More points than one read returns, for all three inputs together. */
const count = 80_000;
const names = ['A', 'B', 'C'];

const action = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'notify' as const,
  direction: 'both' as const,
  who: [],
  notifySubscribers: false,
};
const thresholds = [
  { name: 'Any', level: 250, logic: '[A] > 70 OR [B] > 70', actions: [action] },
  { name: 'Mean', level: 500, logic: 'AVERAGE([A], #1h) > 58 AND [B] > 60' },
  { name: 'Highest', level: 750, logic: 'MAX([C], #2h) > 82', onDelay: 600_000, offDelay: 300_000 },
  { name: 'Often', level: 900, logic: 'EXCURSIONCOUNT("Mean", #1d) > 120' },
];

/** Creates a daily oscillation with noise, so that limits are crossed many times. Every 997th point is bad. */
function createPoints(seed: number): Required<PointBlock> & { qualities: Uint8Array } {
  let state = seed;
  const times = Float64Array.from({ length: count }, (_, index) => start + index * minute);
  const values = times.map((_, index) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.round(500 + 300 * Math.sin(index / 229 + seed) + (state % 200)) / 10;
  });
  const qualities = Uint8Array.from(times, (_, index) => (index % 997 === 0 ? 2 : 0));
  return { times, values, qualities, length: count };
}

it('a simulation stores in few or many writes what one advance over all points finds', async () => {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const blocks = new Map(names.map((name, index) => [name, createPoints(index + 1)]));
  const aliases: { name: string; type: 'data_point'; mappedTagId: number }[] = [];
  for (const [name, { times, values, qualities }] of blocks) {
    const tagId = await makeTag(db, { assetIds: [assetId] });
    await importPoints(db, [{ tagId, times, values, qualities }]);
    aliases.push({ name, type: 'data_point', mappedTagId: tagId });
  }
  const twinId = await makeTwin(db, { assetId, aliases, active: false });
  const protectionId = await makeProtection(db, { twinId, thresholds: thresholds as never, active: false });

  const compiled = compileProtection(
    (await listDefinitions(db, [protectionId])).get(protectionId)!.definition,
  );
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const evaluator = createProtectionEvaluator(compiled.program);
  const end = start + count * minute;
  const output = evaluator.advance(blocks, end - minute, { live: true, unlogged: true });
  const excursions = new Map<string, unknown[]>();
  for (const { threshold, start, end, recordedAt } of output.excursions) {
    const key = `${threshold} ${start}`;
    const opened = excursions.get(key) ?? [threshold, start, null, recordedAt, null];
    excursions.set(key, end === null ? opened : opened.with(2, end).with(4, recordedAt));
  }
  const times = [...new Set([...output.levels, ...output.driving].map(({ time }) => time))].sort(
    (one, other) => one - other,
  );
  const levels = times.map((time) => [
    time,
    output.levels.findLast((change) => change.time <= time)!.level,
    output.driving.findLast((change) => change.time <= time)!.threshold,
  ]);
  expect(excursions.size).toBeGreaterThan(4000);

  for (const options of [{}, { rowsPerWrite: 500 }]) {
    const { id, commandId } = (
      await server.ask('POST', '/api/simulations', writer, {
        indicatorId: protectionId,
        twinId,
        startTime: start,
        endTime: end,
      })
    ).json<{ id: number; commandId: string }>();
    const handler = simulateProtectionWithin(options);
    await runCommand(server.tenant, { 'simulate-protection': handler }, commandId);
    const stored = await sql<Record<string, number>>`
      select threshold, (extract(epoch from start_at) * 1000)::float8 as start,
        (extract(epoch from end_at) * 1000)::float8 as end,
        (extract(epoch from start_known_at) * 1000)::float8 as "startKnownAt",
        (extract(epoch from end_known_at) * 1000)::float8 as "endKnownAt"
      from simulation_excursion where simulation_id = ${id}`.execute(db);
    expect(new Set(stored.rows.map((row) => JSON.stringify(Object.values(row))))).toEqual(
      new Set([...excursions.values()].map((row) => JSON.stringify(row))),
    );
    expect(stored.rows).toHaveLength(excursions.size);
    const storedLevels = await sql<{ at: number; level: number; driving: number | null; piece: number }>`
      select found.*, piece from simulation_level as levels,
        unnest(levels.at, levels.level, levels.driving) as found (at, level, driving)
      where simulation_id = ${id} order by piece, at`.execute(db);
    expect(storedLevels.rows.map(({ at, level, driving }) => [at, level, driving])).toEqual(levels);
    if ('rowsPerWrite' in options) expect(storedLevels.rows.at(-1)!.piece).toBeGreaterThan(0);
    const tracking = await sql<{ tracking: string }>`
      select tracking from simulation where id = ${id}`.execute(db);
    const states = JSON.parse(JSON.parse(tracking.rows[0]!.tracking).states);
    expect(states.at(-1)).toEqual(JSON.parse(JSON.stringify(evaluator.save())));
    const simulation = (
      await server.ask('GET', `/api/indicators/${protectionId}/simulations`, writer)
    ).json<Simulation>();
    expect(simulation.stats).toMatchObject({
      points: 3 * count,
      evaluations: output.evaluations,
      excursions: excursions.size,
    });
    expect(simulation.tracking!.results.slice(0, 4).map(({ count }) => count)).toEqual(
      thresholds.map((_, index) => [...excursions.values()].filter(([one]) => one === index).length),
    );
    expect(simulation.tracking!.results[0]!.notifyCount).toBe(output.actions.length);
  }
});
