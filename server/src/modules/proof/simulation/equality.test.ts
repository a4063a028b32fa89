import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serverDirectory } from '../../../platform/config/paths.ts';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { Process } from '../../../testing/scene.ts';
import { readEngineLives } from '../../exchange/demo/service.ts';
import { requestEvaluation } from '../../protections/evaluation/service.ts';
import { simulateProtection } from './run.ts';

let server: TestApp;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.close());

/** Points of several inputs at the same times. */
interface Recording {
  times: number[];
  columns: { alias: string; values: number[] }[];
  thresholds: { name: string; logic: string; level: number; onDelay?: number; offDelay?: number }[];
}

const action = (digit: number, direction: 'enter' | 'both') => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  type: 'notify' as const,
  direction,
  who: [],
  notifySubscribers: false,
});

async function machine(): Promise<Recording> {
  const text = await readFile(
    join(serverDirectory, 'demo', 'machine_temperature_system_failure.csv'),
    'utf8',
  );
  const rows = text.trimEnd().split('\n').slice(1);
  const points = new Map(
    rows.map((row) => {
      const [time, value] = row.split(',');
      return [Date.parse(`${time!.replace(' ', 'T')}Z`), Number(value)];
    }),
  );
  const times = [...points.keys()].sort((one, other) => one - other);
  return {
    times,
    columns: [{ alias: 'Temperature', values: times.map((time) => points.get(time)!) }],
    thresholds: [
      { name: 'Cold', logic: '[Temperature] < 55', level: 250, onDelay: 600_000, offDelay: 900_000 },
      { name: 'Cold for hours', logic: 'AVERAGE([Temperature], #8h) < 60', level: 600 },
      { name: 'Often', logic: 'EXCURSIONCOUNT("Cold", #5d) >= 3', level: 900 },
    ],
  };
}

async function engine(): Promise<Recording> {
  const [life] = await readEngineLives();
  const column = (alias: string, name: string) => ({ alias, values: [...life!.values.get(name)!] });
  const day = 86_400_000;
  return {
    times: Array.from({ length: life!.cycles }, (_, cycle) => Date.UTC(2013, 5, 1) + cycle * day),
    columns: [column('T', 'T50'), column('P', 'Ps30')],
    thresholds: [
      { name: 'Hot', logic: 'AVERAGE([T], #10d) > 1405', level: 250 },
      { name: 'Worn', logic: 'AVERAGE([T], #10d) > 1410 AND [P] > 47.4', level: 500 },
    ],
  };
}

async function make({ columns, thresholds }: Recording) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const aliases: { name: string; type: 'data_point'; mappedTagId: number }[] = [];
  for (const { alias } of columns) {
    aliases.push({
      name: alias,
      type: 'data_point',
      mappedTagId: await makeTag(db, { assetIds: [assetId] }),
    });
  }
  const twinId = await makeTwin(db, { assetId, aliases });
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: thresholds.map((threshold, index) => ({
      ...threshold,
      actions: [action(index + 1, index === 0 ? 'both' : 'enter')],
    })) as never,
  });
  return { protectionId, twinId, tagIds: aliases.map(({ mappedTagId }) => mappedTagId) };
}

/** Returns the stored excursions and levels as JSON, without ids. */
async function found(protectionId: number): Promise<string> {
  const excursions = await sql`
    select position, start_at, end_at, start_known_at, end_known_at from excursion
    join threshold on threshold.id = threshold_id
    where excursion.protection_id = ${protectionId} order by position, start_at`.execute(server.tenant.db);
  const levels = await sql`
    select at, level_change.level, position from level_change
    left join threshold on threshold.id = driving_threshold_id
    where level_change.protection_id = ${protectionId} order by at`.execute(server.tenant.db);
  return JSON.stringify([excursions.rows, levels.rows], null, 1);
}

/** Counts the firings per action, by threshold. */
async function fired(protectionId: number): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from action_firing where threshold_id = threshold.id) as count
    from threshold where protection_id = ${protectionId} order by position`.execute(server.tenant.db);
  return rows.map(({ count }) => count);
}

/** Returns a deterministic pseudo-random number generator. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it.each([
  ['the machine', machine, 8],
  ['an engine', engine, 12],
])(
  '%s: live evaluation with restarts and three workers, replay, simulation and its application store the same bytes',
  async (_, read, pieces) => {
    const { db } = server.tenant;
    const recording = await read();
    const { protectionId, twinId, tagIds } = await make(recording);
    const random = createRandom(recording.times.length);
    const { times, columns } = recording;
    // A first point alone, so that everything after it is live.
    const cuts = [
      1,
      ...Array.from({ length: pieces }, () => 1 + Math.floor(random() * (times.length - 1))),
      times.length,
    ];
    cuts.sort((one, other) => one - other);
    let workers = [new Process(db), new Process(db), new Process(db)];
    let start = 0;
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const cut of cuts) {
      // The clock is at the latest point, so changes that only depend on time are in the future.
      vi.setSystemTime(times[cut - 1]!);
      for (const [index, tagId] of tagIds.entries()) {
        const values = columns[index]!.values.slice(start, cut);
        if (values.length > 0) {
          await appendPoints(db, [{ tagId, times: times.slice(start, cut), values, qualities: null }]);
        }
      }
      await Promise.all(workers.map((worker) => worker.settle()));
      // Some processes die and lose their in-memory state.
      workers = workers.map((worker) => (random() < 0.5 ? new Process(db) : worker));
      start = cut;
    }
    vi.setSystemTime(times.at(-1)! + 1);
    await new Process(db).settle();
    const live = await found(protectionId);
    const actions = await fired(protectionId);
    expect(live.length).toBeGreaterThan(1000);

    await requestEvaluation(db, protectionId);
    await new Process(db).settle();
    expect(await found(protectionId)).toBe(live);

    const simulate = async (startTime: number) => {
      const { id, commandId } = (
        await server.ask('POST', '/api/simulations', writer, {
          indicatorId: protectionId,
          twinId,
          startTime,
          endTime: times.at(-1)! + 1,
        })
      ).json<{ id: number; commandId: string }>();
      await runCommand(server.tenant, { 'simulate-protection': simulateProtection }, commandId);
      return id;
    };
    await simulate(times[0]!);
    const { tracking } = (
      await server.ask('GET', `/api/indicators/${protectionId}/simulations`, writer)
    ).json<{ tracking: { results: { notifyCount: number }[] } }>();
    expect(
      tracking.results.slice(0, recording.thresholds.length).map(({ notifyCount }) => notifyCount),
    ).toEqual(actions);
    // Simulates the whole history, and a part of it.
    for (const from of [times[0]!, times[Math.floor(times.length * 0.6)]!]) {
      const id = await simulate(from);
      expect((await server.ask('POST', `/api/simulations/${id}/apply`, writer)).statusCode).toBe(200);
      await new Process(db).settle();
      expect(await found(protectionId)).toBe(live);
      expect(await fired(protectionId)).toEqual(actions);
    }
  },
  60_000,
);
