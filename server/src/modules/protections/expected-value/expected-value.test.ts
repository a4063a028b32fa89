import { notInStore } from '@twinward/contracts/core/error';
import type { ExpectedValues } from '@twinward/contracts/protections/expected-value';
import { newIndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { Tag } from '@twinward/contracts/signals/tag';
import { learnExpected } from '@twinward/domain/patterns/expected';
import { serializeExpected } from '@twinward/domain/patterns/expected-bytes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { appendPoints, readPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { Process } from '../../../testing/scene.ts';
import { recalculateTag } from '../evaluation/jobs.ts';
import { createPatternSetIn, insertVersion, updateVersionInService } from '../pattern-model/service.ts';
import { updateDeviationTags } from './service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['protection', 'tag', 'twin'],
  });
});
afterAll(() => server.close());

const minute = 60_000;
const begin = Date.UTC(2024, 0, 1);
const at = (minutes: number) => begin + minutes * minute;
const loadAt = (i: number) => 50 + 10 * Math.sin(i / 20);
/** Small, and different for each input and time. */
const noise = (i: number, input: number) => Math.sin(i * 12.9898 + input * 78.233) / 2;

/** Rows of load and heat in normal operation. Heat is twice the load, with an offset for another model. */
function learn(offset = 0): Uint8Array {
  const rows = Array.from({ length: 400 }, (_, i) => [
    loadAt(i) + noise(i, 0),
    2 * loadAt(i) + offset + noise(i, 1),
  ]);
  return serializeExpected(learnExpected(Float64Array.from(rows.flat()), 2));
}

interface Scene {
  tags: { load: number; heat: number };
  aliases: { load: number; heat: number };
  twinId: number;
  protectionId: number;
  setId: number;
}

/** A pattern protection with a model in service over load and heat, each with a point a minute. */
async function makeScene(expected: Uint8Array | null = learn()): Promise<Scene> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const load = await makeTag(db, { assetIds: [assetId] });
  const heat = await makeTag(db, { assetIds: [assetId], unit: 'Cel' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Load', type: 'data_point', mappedTagId: load },
      { name: 'Heat', type: 'data_point', mappedTagId: heat, unit: 'Cel' },
    ],
  });
  const rows = await db
    .selectFrom('tag_alias')
    .select(['id', 'name'])
    .where('twin_id', '=', twinId)
    .execute();
  const findId = (name: string) => rows.find((row) => row.name === name)!.id;
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'Any', logic: '[Load] > 1000 OR [Heat] > 1000', level: 500 }],
  });
  const aliases = { load: findId('Load'), heat: findId('Heat') };
  const setId = await withTransaction(db, (trx) =>
    createPatternSetIn(trx, protectionId, newIndicatorPattern.parse({})),
  );
  const scene = { tags: { load, heat }, aliases, twinId, protectionId, setId };
  await apply(scene, 1, expected);
  return scene;
}

/** Puts a version in service; only the parts that expected values need are real. */
function apply({ setId, aliases }: Scene, number: number, expected: Uint8Array | null): Promise<void> {
  return withTransaction(server.tenant.db, async (db) => {
    const id = await insertVersion(db, {
      pattern_set_id: setId,
      number,
      checksum: 'x',
      model: Buffer.from([0]),
      model_checksum: 'x',
      step_seconds: 60,
      windows: [1],
      strictness: 'normal',
      pattern_ids: [],
      bands: '[]',
      evaluation: '{}',
      inputs: JSON.stringify(
        [aliases.load, aliases.heat].map((tagAliasId) => ({
          tagAliasId,
          hold: 3 * minute,
          mean: 0,
          standardDeviation: 1,
        })),
      ),
      expected: expected && Buffer.from(expected),
    } as never);
    await updateVersionInService(db, setId, id);
  });
}

/** Appends one point per minute; heat deviates by 100 from minute 60 on. */
async function append({ tags }: Scene, from: number, to: number): Promise<void> {
  const minutes = Array.from({ length: to - from }, (_, i) => from + i);
  const times = minutes.map(at);
  await appendPoints(server.tenant.db, [
    { tagId: tags.load, times, values: minutes.map((i) => loadAt(i) + noise(i, 0)) },
    {
      tagId: tags.heat,
      times,
      values: minutes.map((i) => 2 * loadAt(i) + noise(i, 1) + (i >= 60 ? 100 : 0)),
    },
  ]);
}

const values = (protectionId: number, query: string, headers = viewer) =>
  server.ask('GET', `/api/indicators/${protectionId}/expected-values?${query}`, headers);
const toRangeQuery = (from: number, to: number) => `from=${at(from)}&to=${at(to)}`;
const createDeviationTag = (protectionId: number, body: object, headers = writer) =>
  server.ask('POST', `/api/indicators/${protectionId}/deviation-tags`, headers, body);

/** Runs the queued recalculation of a tag. */
async function recalculate(tagId: number): Promise<void> {
  const { id } = await server.tenant.db
    .selectFrom('command')
    .select('id')
    .where('type', '=', 'recalculate-tag')
    .where('target_id', '=', String(tagId))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  await runCommand(server.tenant, { 'recalculate-tag': recalculateTag }, id);
}
const readDeviations = async (tagId: number) => {
  const points = await readPoints(server.tenant.db, tagId);
  return Array.from(points.times, (time, i) => [(time - begin) / minute, points.values[i]!] as const);
};

describe('expected values', () => {
  it('are returned as a band around each input, which ranks the largest deviations first', async () => {
    const scene = await makeScene();
    await append(scene, 0, 120);
    const calm = (await values(scene.protectionId, toRangeQuery(0, 60))).json<ExpectedValues>();
    expect(calm).toMatchObject({ version: 1, stepSeconds: 60, width: minute });
    expect(calm.times).toHaveLength(60);
    for (const { outside, expected, low, high } of calm.inputs) {
      expect(outside).toBeLessThan(0.15);
      expect(low[30]).toBeLessThan(expected[30]!);
      expect(high[30]).toBeGreaterThan(expected[30]!);
    }
    const off = (
      await values(scene.protectionId, `${toRangeQuery(60, 120)}&buckets=6`)
    ).json<ExpectedValues>();
    expect(off.width).toBe(10 * minute);
    expect(off.inputs[0]).toMatchObject({
      tagAliasName: 'Heat',
      unit: 'Cel',
      outside: 1,
      deviationTagId: null,
    });
    for (const deviation of off.inputs[0]!.deviation) expect(Math.abs(deviation! - 100)).toBeLessThan(4);
  });

  it('have gaps where an input is missing', async () => {
    const scene = await makeScene();
    await append(scene, 0, 10);
    const { inputs } = (await values(scene.protectionId, toRangeQuery(0, 20))).json<ExpectedValues>();
    expect(inputs[0]!.expected.map((value) => value !== null)).toEqual(
      Array.from({ length: 20 }, (_, i) => i < 13),
    );
    const none = (await values(scene.protectionId, toRangeQuery(100, 110))).json<ExpectedValues>();
    expect(none.inputs.map(({ outside, excess }) => [outside, excess])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('are empty without a model that has learned them', async () => {
    const scene = await makeScene(null);
    expect((await values(scene.protectionId, toRangeQuery(0, 60))).statusCode).toBe(204);
    const plain = await makeProtection(server.tenant.db);
    expect((await values(plain, toRangeQuery(0, 60))).statusCode).toBe(204);
    const answer = await createDeviationTag(scene.protectionId, { tagAliasId: scene.aliases.heat });
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ message: string }>().message).toMatch('has no expected values');
  });

  it('are refused for invalid input, and without permission', async () => {
    const { protectionId } = await makeScene();
    expect((await values(protectionId, 'from=10&to=10')).statusCode).toBe(400);
    expect((await values(protectionId, `${toRangeQuery(0, 1)}&buckets=0`)).statusCode).toBe(400);
    expect((await values(protectionId, toRangeQuery(0, 1), {})).statusCode).toBe(401);
    const nobody = await makeSession(server.tenant.db, { groups: [] });
    expect((await values(protectionId, toRangeQuery(0, 1), nobody)).statusCode).toBe(403);
    expect((await values(999_999, toRangeQuery(0, 1))).statusCode).toBe(404);
  });
});

describe('a deviation tag', () => {
  it('is a complete calculated tag without logic, named after its input and its model', async () => {
    const { protectionId, aliases, tags } = await makeScene();
    const answer = await createDeviationTag(protectionId, { tagAliasId: aliases.heat });
    expect(answer.statusCode).toBe(201);
    const tag = answer.json<Tag>();
    const { name } = await server.tenant.db
      .selectFrom('tag')
      .select('name')
      .where('id', '=', tags.heat)
      .executeTakeFirstOrThrow();
    expect(tag).toMatchObject({
      type: 'calculated',
      name: `Deviation of ${name}`,
      caption: 'Deviation of Heat',
      unit: 'Cel{difference}',
      logic: '',
      aliases: [],
      completion: { bits: 15, percent: 100 },
      source: expect.stringMatching(/, version 1$/),
      model: { protectionId, version: 1 },
    });
    const twice = await createDeviationTag(protectionId, { tagAliasId: aliases.heat });
    expect([twice.statusCode, twice.json<{ message: string }>().message]).toEqual([
      409,
      `The tag ${tag.name} is the deviation of [Heat] already.`,
    ]);
    const { inputs } = (await values(protectionId, toRangeQuery(0, 1))).json<ExpectedValues>();
    expect(inputs.map(({ deviationTagId }) => deviationTagId).filter(Boolean)).toEqual([tag.id]);
  });

  it('has the same points on the grid, whether live or from history', async () => {
    const scene = await makeScene();
    await append(scene, 0, 50);
    const tag = (
      await createDeviationTag(scene.protectionId, { tagAliasId: scene.aliases.heat })
    ).json<Tag>();
    await recalculate(tag.id);
    expect((await readDeviations(tag.id)).map(([time]) => time)).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    );
    const process = new Process(server.tenant.db);
    for (let from = 50; from < 120; from += 7) {
      await append(scene, from, Math.min(120, from + 7));
      await (from % 3 === 0 ? process : new Process(server.tenant.db)).settle();
    }
    const live = await readDeviations(tag.id);
    expect(live).toHaveLength(120);
    expect(Math.abs(live[30]![1])).toBeLessThan(4);
    expect(Math.abs(live[100]![1] - 100)).toBeLessThan(4);
    const again = await server.ask('POST', `/api/tags/${tag.id}/recalculate`, writer);
    expect(again.statusCode).toBe(202);
    await recalculate(tag.id);
    expect(await readDeviations(tag.id)).toEqual(live);
  });

  it('is updated for late points, in any order in which inputs deliver', async () => {
    const scene = await makeScene();
    const { load, heat } = scene.tags;
    const tag = (
      await createDeviationTag(scene.protectionId, { tagAliasId: scene.aliases.heat })
    ).json<Tag>();
    const send = async (tagId: number, minutes: number[], factor: number) => {
      await appendPoints(server.tenant.db, [
        { tagId, times: minutes.map(at), values: minutes.map((i) => factor * loadAt(i)) },
      ]);
      await new Process(server.tenant.db).settle();
    };
    await recalculate(tag.id);
    await send(load, [0, 1, 2, 3], 1);
    await send(heat, [0, 1], 2);
    expect((await readDeviations(tag.id)).map(([time]) => time)).toEqual([0, 1]);
    await send(load, [4, 5], 1);
    await send(heat, [2, 3, 4, 5], 2);
    await send(load, [6, 8], 1);
    await send(heat, [6, 7, 8], 2);
    await send(load, [7], 1);
    const live = await readDeviations(tag.id);
    expect(live.map(([time]) => time)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await server.ask('POST', `/api/tags/${tag.id}/recalculate`, writer);
    await recalculate(tag.id);
    expect(await readDeviations(tag.id)).toEqual(live);
  });

  it('is recalculated when another version is put in service', async () => {
    const scene = await makeScene();
    await append(scene, 0, 60);
    const tag = (
      await createDeviationTag(scene.protectionId, { tagAliasId: scene.aliases.heat })
    ).json<Tag>();
    await recalculate(tag.id);
    expect(Math.abs((await readDeviations(tag.id))[30]![1])).toBeLessThan(4);
    await apply(scene, 2, learn(50));
    await withTransaction(server.tenant.db, (db) => updateDeviationTags(db, scene.protectionId, null));
    await recalculate(tag.id);
    expect(Math.abs((await readDeviations(tag.id))[30]![1] + 50)).toBeLessThan(6);
    const now = (await server.ask('GET', `/api/tags/${tag.id}`, viewer)).json<Tag>();
    expect(now).toMatchObject({ source: expect.stringMatching(/, version 2$/), model: { version: 2 } });
    await apply(scene, 3, null);
    await withTransaction(server.tenant.db, (db) => updateDeviationTags(db, scene.protectionId, null));
    const kept = (await server.ask('GET', `/api/tags/${tag.id}`, viewer)).json<Tag>();
    expect(kept.model).toMatchObject({ version: 2 });
  });

  it('cannot have logic', async () => {
    const { protectionId, aliases } = await makeScene();
    const tag = (await createDeviationTag(protectionId, { tagAliasId: aliases.heat })).json<Tag>();
    const { name, caption, description, keywords, unit, source, assetIds, version } = tag;
    const fields = { name, caption, description, keywords, unit, source, assetIds, version };
    const put = (change: object) =>
      server.ask('PUT', `/api/tags/${tag.id}`, writer, { ...fields, ...change });
    const refused = await put({ logic: '1 + 1' });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'The tag is calculated by a model: it has no logic of its own.',
    ]);
    const renamed = await put({ logic: '', aliases: [], caption: 'Heat, off by' });
    expect(renamed.statusCode).toBe(200);
    expect(renamed.json<Tag>()).toMatchObject({ caption: 'Heat, off by', completion: { bits: 15 } });
  });

  it('cannot be an input of the protection whose model calculates it, directly or indirectly', async () => {
    const scene = await makeScene();
    const tag = (
      await createDeviationTag(scene.protectionId, { tagAliasId: scene.aliases.heat })
    ).json<Tag>();
    const alias = (await server.ask('GET', `/api/twins/${scene.twinId}/tag-aliases`, viewer)).json<
      { id: number; name: string; version: number }[]
    >();
    const load = alias.find(({ name }) => name === 'Load')!;
    const remapped = await server.ask('PUT', `/api/tag-aliases/${load.id}`, writer, {
      ...load,
      unit: null,
      mappedTagId: tag.id,
    });
    expect([remapped.statusCode, remapped.json<{ message: string }>().message]).toEqual([
      409,
      `The tag ${tag.name} is calculated by a model of this protection, so [Load] can't be an input of it.`,
    ]);
  });

  it('is listed as deleted with its input, and is kept when its protection is deleted', async () => {
    const scene = await makeScene();
    await append(scene, 0, 10);
    const tag = (
      await createDeviationTag(scene.protectionId, { tagAliasId: scene.aliases.heat })
    ).json<Tag>();
    await recalculate(tag.id);
    const inUse = await server.ask('DELETE', `/api/tags/${scene.tags.load}`, writer);
    expect(inUse.statusCode).toBe(409);
    expect(inUse.json<{ message: string }>().message).toMatch(tag.name);
    expect((await server.ask('DELETE', `/api/indicators/${scene.protectionId}`, writer)).statusCode).toBe(
      204,
    );
    await append(scene, 10, 20);
    await new Process(server.tenant.db).settle();
    expect(await readDeviations(tag.id)).toHaveLength(20);
    const left = (await server.ask('GET', `/api/tags/${tag.id}`, viewer)).json<Tag>();
    expect(left.model).toEqual({ protectionId: null, protectionName: null, version: 1 });
  });

  it('is refused for an input that the model does not have, and without permission', async () => {
    const { protectionId, aliases } = await makeScene();
    const body = { tagAliasId: aliases.heat };
    expect((await createDeviationTag(protectionId, {})).statusCode).toBe(400);
    expect((await createDeviationTag(protectionId, body, {})).statusCode).toBe(401);
    expect((await createDeviationTag(protectionId, body, viewer)).statusCode).toBe(403);
    const unknown = await createDeviationTag(protectionId, { tagAliasId: 999_999 });
    expect([unknown.statusCode, unknown.json<{ errors: unknown }>().errors]).toEqual([
      400,
      [{ path: 'tagAliasId', message: notInStore(999_999) }],
    ]);
    expect((await createDeviationTag(999_999, body)).statusCode).toBe(404);
  });
});
