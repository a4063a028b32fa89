import { type Conversion, conversionBetween, createConverter } from '@twinward/domain/units/conversion';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeCalculatedTag,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
} from '../../../testing/factories.ts';
import { minute, Process, t0 } from '../../../testing/scene.ts';
import { recalculateTag } from '../../protections/evaluation/jobs.ts';
import { requestEvaluation } from '../../protections/evaluation/service.ts';
import { listUnits } from '../../system/unit/service.ts';
import { simulateProtection } from './run.ts';

// The same machine twice: with tags in other units than its inputs, and with tags whose values are already converted.
// All readers of the inputs must find the same, to the last bit.

const measured = [
  { alias: 'P', tagUnit: 'kPa', unit: 'bar' },
  { alias: 'T', tagUnit: '[degF]', unit: 'Cel' },
  { alias: 'H', tagUnit: 'min', unit: 'h' },
] as const;

const thresholds = [
  { name: 'High', logic: '[P] >= 5.4', level: 250, deadband: 0.2 },
  { name: 'Spread', logic: 'STDDEV([P], #1h) > 0.35 OR TREND([T], INCREASING, #8m)', level: 300 },
  { name: 'Hot', logic: 'AVERAGE([T], #30m) > 100 AND [P] >= 4', level: 600, onDelay: 5 * minute },
  { name: 'Often', logic: 'EXCURSIONCOUNT("High", #4h) >= 3', level: 900 },
  { name: 'Advance', logic: 'MAX([H], #1h) - MIN([H], #1h) > 0.7', level: 100 },
];

interface Machine {
  twinId: number;
  protectionId: number;
  tagIds: number[];
  calculatedTagId: number;
}

let server: TestApp;
let user: Record<string, string>;
let mixed: Machine;
let beforehand: Machine;
const count = 600;
const times = Float64Array.from({ length: count }, (_, index) => t0 + index * minute);
/** Values of the tags in other units. Some are exactly at limits. */
const columns = [
  Float64Array.from(times, (_, index) => 400 + Math.round(150 * Math.sin(index / 9)) + (index % 21)),
  Float64Array.from(times, (_, index) => 203 + 9 * Math.round(2 * Math.sin(index / 31)) + (index % 10)),
  Float64Array.from(times, (_, index) => Math.floor(index / 1.37)),
];

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  user = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin', 'tag'] });
  mixed = await make((column) => measured[column]!.tagUnit);
  beforehand = await make((column) => measured[column]!.unit);
  const units = new Map((await listUnits(db)).map((unit) => [unit.code, unit]));
  const conversions = measured.map(
    ({ tagUnit, unit }): Conversion => conversionBetween(units.get(tagUnit)!, units.get(unit)!)!,
  );
  // In several parts, each evaluated by another process, so that states are saved and windows are read back.
  for (const [from, to] of [
    [0, 1],
    [1, 200],
    [200, 201],
    [201, 450],
    [450, count],
  ] as const) {
    for (const [column, values] of columns.entries()) {
      const part = { times: times.slice(from, to), qualities: null };
      const own = values.slice(from, to);
      await appendPoints(db, [
        { tagId: mixed.tagIds[column]!, ...part, values: own },
        {
          tagId: beforehand.tagIds[column]!,
          ...part,
          values: own.map(createConverter(conversions[column]!)),
        },
      ]);
    }
    await new Process(db).settle();
  }
}, 60_000);
afterAll(() => server.close());

async function make(toTagUnit: (column: number) => string): Promise<Machine> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagIds: number[] = [];
  for (const column of measured.keys()) {
    tagIds.push(await makeTag(db, { assetIds: [assetId], unit: toTagUnit(column) }));
  }
  const twinId = await makeTwin(db, {
    assetId,
    aliases: measured.map(({ alias, unit }, column) => ({
      name: alias,
      type: 'data_point' as const,
      mappedTagId: tagIds[column]!,
      unit,
    })),
  });
  const protectionId = await makeProtection(db, { twinId, thresholds: thresholds as never });
  const answer = await server.ask('POST', '/api/tags', user, [
    {
      name: `Calculated ${twinId}`,
      caption: 'C',
      type: 'calculated',
      assetIds: [assetId],
      logic: '[P] * 10 + AVERAGE([T], #5m)',
      aliases: [
        { name: 'P', mappedTagId: tagIds[0]! },
        { name: 'T', mappedTagId: tagIds[1]!, unit: 'Cel' },
      ],
    },
  ]);
  const [{ id: calculatedTagId }] = answer.json<[{ id: number }]>();
  const { id } = await db
    .selectFrom('command')
    .select('id')
    .where('target_type', '=', 'tag')
    .where('target_id', '=', String(calculatedTagId))
    .executeTakeFirstOrThrow();
  await runCommand(server.tenant, { 'recalculate-tag': recalculateTag }, id);
  return { twinId, protectionId, tagIds, calculatedTagId };
}

/** Returns the stored excursions and levels of a protection, without ids. */
async function found({ protectionId }: Machine): Promise<{ excursions: unknown[]; levels: unknown[] }> {
  const excursions = await sql`
    select position, start_at, end_at, start_known_at, end_known_at from excursion
    join threshold on threshold.id = threshold_id
    where excursion.protection_id = ${protectionId} order by position, start_at`.execute(server.tenant.db);
  const levels = await sql`
    select at, level from level_change
    where protection_id = ${protectionId} order by at`.execute(server.tenant.db);
  return { excursions: excursions.rows, levels: levels.rows };
}

const get = async (path: string) => {
  const answer = await server.ask('GET', path, user);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const post = async (path: string, body: object) => {
  const answer = await server.ask('POST', path, user, body);
  expect([answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
    expect.toSatisfy((code: number) => code < 300),
    '',
  ]);
  return answer.json();
};

describe('inputs in other units than their tags', () => {
  it('lead to the same excursions live', async () => {
    const expected = await found(beforehand);
    expect(new Set(expected.excursions.map((row) => (row as { position: number }).position))).toEqual(
      new Set([0, 1, 2, 3, 4]),
    );
    expect(await found(mixed)).toEqual(expected);
  });

  it('lead to the same excursions when evaluated again', async () => {
    const expected = await found(mixed);
    await requestEvaluation(server.tenant.db, mixed.protectionId);
    await new Process(server.tenant.db).settle();
    expect(await found(mixed)).toEqual(expected);
  });

  it('lead to the same simulation', async () => {
    const results: unknown[] = [];
    for (const { protectionId, twinId } of [mixed, beforehand]) {
      const { id, commandId } = await post('/api/simulations', {
        indicatorId: protectionId,
        twinId,
        startTime: t0 + 100 * minute,
        endTime: t0 + count * minute,
      });
      await runCommand(server.tenant, { 'simulate-protection': simulateProtection }, commandId);
      const { rows } = await sql`
        select variant, threshold, start_at, end_at from simulation_excursion
        where simulation_id = ${id} order by threshold, start_at`.execute(server.tenant.db);
      const { tracking } = await get(`/api/indicators/${protectionId}/simulations`);
      results.push({ rows, latest: tracking.latest });
    }
    expect(results[0]).toEqual(results[1]);
  });

  it('lead to the same preview and the same explanation', async () => {
    const protection = { defaultLevel: 0, thresholds };
    const range = { from: t0 + 60 * minute, to: t0 + count * minute };
    const [one, other] = [mixed, beforehand].map(({ twinId }) => ({ twinId, protection }));
    const preview = await post('/api/indicators/preview', { ...one, ...range });
    expect(preview.findings.counts[0]).toBeGreaterThan(3);
    expect(preview).toEqual(await post('/api/indicators/preview', { ...other, ...range }));
    const time = t0 + 321 * minute;
    const explained = await post('/api/indicators/explain', { ...one, time });
    expect(explained).toEqual(await post('/api/indicators/explain', { ...other, time }));
    const values = JSON.stringify(explained);
    const bar = createConverter({ a: 0.01, b: 0 })(columns[0]![321]!);
    expect(values).toContain(`"source":"[P]"`);
    expect(values).toContain(`"value":${bar}`);
  });

  it('are shown with the latest value in their own unit', async () => {
    const latest = async ({ twinId }: Machine) =>
      (await get(`/api/twins/${twinId}/tag-aliases`)).map(
        ({ name, latestValue }: { name: string; latestValue: number }) => [name, latestValue],
      );
    const pressure = columns[0]!.at(-1)! / 100;
    expect(await latest(mixed)).toContainEqual(['P', pressure]);
    expect(await latest(mixed)).toEqual(await latest(beforehand));
  });

  it('are returned in their own unit for charts, as points and as buckets', async () => {
    const path = (machine: Machine, column: number) => `/api/tags/${machine.tagIds[column]}/data-points`;
    for (const [column, { unit }] of measured.entries()) {
      const query = `unit=${encodeURIComponent(unit)}`;
      const { points } = await get(`${path(mixed, column)}?${query}`);
      expect(points).toEqual((await get(path(beforehand, column))).points);
      const { buckets } = await get(`${path(mixed, column)}?${query}&buckets=7`);
      const plain = (await get(`${path(beforehand, column)}?buckets=7`)).buckets;
      const { mean, ...exact } = plain;
      expect(buckets).toMatchObject(exact);
      for (const [index, value] of mean.entries()) expect(buckets.mean[index]).toBeCloseTo(value, 10);
    }
    const refused = await server.ask('GET', `${path(mixed, 0)}?unit=Cel`, user);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [{ path: 'unit', message: 'Please choose a unit of what the tag measures.' }],
      }),
    ]);
  });

  it('are used in their own unit by counters', async () => {
    const counter = (machine: Machine, unit: string | null) =>
      server.ask('POST', `/api/tags/${machine.tagIds[2]}/data-points/counter`, user, {
        startDate: t0,
        counterInterval: 2,
        unit,
      });
    const counted = await counter(mixed, 'h');
    expect(counted.statusCode).toBe(200);
    expect(counted.json()).toEqual((await counter(beforehand, null)).json());
    const celsius = await server.ask('POST', `/api/tags/${mixed.tagIds[1]}/data-points/counter`, user, {
      startDate: t0,
      counterInterval: 2,
      unit: 'Cel',
    });
    expect([celsius.statusCode, celsius.json().errors[0].path]).toEqual([400, 'unit']);
  });

  it('are read in their own unit by calculated tags, also by aliases that follow them', async () => {
    const points = async ({ calculatedTagId }: Machine) =>
      (await get(`/api/tags/${calculatedTagId}/data-points`)).points;
    const expected = await points(beforehand);
    expect(expected.times).toHaveLength(count);
    expect(await points(mixed)).toEqual(expected);
    // The alias has the unit of the input of the twin that it follows.
    const { aliases } = await get(`/api/tags/${mixed.calculatedTagId}`);
    expect(aliases).toMatchObject([
      { name: 'P', unit: 'bar', latestValue: columns[0]!.at(-1)! / 100 },
      { name: 'T', unit: 'Cel' },
    ]);
    const tried = async ({ tagIds, twinId }: Machine, byTwin: boolean) =>
      post('/api/tags/preview', {
        logic: '[P] + [T]',
        ...(byTwin
          ? { twinId }
          : {
              aliases: [
                { name: 'P', mappedTagId: tagIds[0]!, unit: 'bar' },
                { name: 'T', mappedTagId: tagIds[1]!, unit: 'Cel' },
              ],
            }),
        from: t0,
        to: t0 + count * minute,
      });
    const result = await tried(beforehand, true);
    expect(result.points.times).toHaveLength(count);
    expect(await tried(mixed, true)).toEqual(result);
    expect(await tried(mixed, false)).toEqual(result);
  });
});

describe('a change of a unit', () => {
  async function machine(unit: string | null) {
    const { db } = server.tenant;
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db, { assetIds: [assetId], unit: 'kPa' });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'P', type: 'data_point', mappedTagId: tagId, unit }],
    });
    const protectionId = await makeProtection(db, {
      twinId,
      thresholds: [{ name: 'High', logic: '[P] > 5', level: 500 }] as never,
    });
    const calculated = await makeCalculatedTag(db, { logic: '[P] * 2', aliases: { P: tagId } });
    await sql`update tag_alias set unit = ${unit} where calculated_tag_id = ${calculated.tagId}`.execute(db);
    await appendPoints(db, [
      { tagId, times: [0, 1, 2].map((index) => t0 + index * minute), values: [400, 501, 3] },
    ]);
    await new Process(db).settle();
    return { twinId, protectionId, tagId, calculatedTagId: calculated.tagId, tagIds: [tagId] };
  }

  const inMinutes = async (one: Machine) => {
    await new Process(server.tenant.db).settle();
    const { excursions } = await found(one);
    return (excursions as { start_at: Date; end_at: Date | null }[]).map(({ start_at, end_at }) => [
      (start_at.getTime() - t0) / minute,
      end_at === null ? null : (end_at.getTime() - t0) / minute,
    ]);
  };

  it('of an input evaluates its protections over all points', async () => {
    const one = await machine('kPa');
    expect(await inMinutes(one)).toEqual([[0, 2]]);
    const [alias] = await get(`/api/twins/${one.twinId}/tag-aliases`);
    const { name, mappedTagId, version } = alias;
    const answer = await server.ask('PUT', `/api/tag-aliases/${alias.id}`, user, {
      name,
      mappedTagId,
      unit: 'bar',
      version,
    });
    expect([answer.statusCode, answer.json().latestValue]).toEqual([200, 0.03]);
    expect(await inMinutes(one)).toEqual([[1, 2]]);
  });

  it('of a tag evaluates protections that read it in another unit', async () => {
    const one = await machine('bar');
    expect(await inMinutes(one)).toEqual([[1, 2]]);
    const { name, caption, version, assetIds } = await get(`/api/tags/${one.tagId}`);
    const change = { name, caption, assetIds, version, unit: 'bar' };
    const answer = await server.ask('PUT', `/api/tags/${one.tagId}`, user, change);
    expect([answer.statusCode, answer.json().unit]).toEqual([200, 'bar']);
    expect(await inMinutes(one)).toEqual([[0, 2]]);
    const { rows } = await sql`
      select scale, shift from calculation_input where tag_id = ${one.calculatedTagId}`.execute(
      server.tenant.db,
    );
    expect(rows).toEqual([{ scale: 1, shift: 0 }]);
  });
});

it('an input with a unit of another quantity than its tag is not evaluated, and reports it', async () => {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId], unit: 'Cel' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'P', type: 'data_point', mappedTagId: tagId }],
  });
  // The API refuses such an input.
  await db.updateTable('tag_alias').set({ unit: 'bar' }).where('twin_id', '=', twinId).execute();
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'High', logic: '[P] > 5', level: 500 }] as never,
  });
  await appendPoints(db, [{ tagId, times: [t0], values: [20] }]);
  await new Process(db).settle();
  const message = 'The unit of the input [P] and that of its tag measure different things.';
  expect(await get(`/api/indicators/${protectionId}`)).toMatchObject({ level: null, error: message });
  const [alias] = await get(`/api/twins/${twinId}/tag-aliases`);
  expect(alias).toMatchObject({ latestValue: null });
  const protection = { defaultLevel: 0, thresholds: [{ name: 'High', logic: '[P] > 5', level: 500 }] };
  const preview = await post('/api/indicators/preview', { twinId, protection, from: t0, to: t0 + minute });
  expect(preview.errors).toMatchObject([{ threshold: -1, code: 'unit', message }]);
  const simulation = await server.ask('POST', '/api/simulations', user, {
    indicatorId: protectionId,
    twinId,
  });
  expect([simulation.statusCode, simulation.json().message]).toEqual([409, message]);
});
