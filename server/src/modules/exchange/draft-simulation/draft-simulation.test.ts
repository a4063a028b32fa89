import { randomUUID } from 'node:crypto';
import { reversedRange } from '@twinward/contracts/core/time-range';
import { type ModelDefinitionInput, modelDefinition } from '@twinward/contracts/library/definition';
import type { DraftSimulation } from '@twinward/contracts/library/draft-simulation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createCall, runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { minute, t0 } from '../../../testing/scene.ts';
import { publishModel, type TestModel } from '../../../testing/twin-models.ts';
import { createMarkedRangeIn } from '../../proof/protection-score/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { simulateDraft } from './jobs.ts';

let server: TestApp;
let engineer: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  engineer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['library-model'] });
  viewer = await makeViewerSession(server.tenant.db);
});
afterAll(() => server.close());

const at = (minutes: number) => t0 + minutes * minute;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

/** A model of one protection. */
const withLimit = (limit: number, more: Partial<ModelDefinitionInput> = {}): ModelDefinitionInput => ({
  tagAliases: [{ id: 1, name: 'Vibration', tagNamePattern: '{uniqueId}.VIB' }],
  indicators: [
    {
      id: 2,
      name: 'Rough',
      tagAliasIds: [1],
      thresholds: [{ id: 3, name: 'High', logic: `[Vibration] > ${limit}`, level: 500 }],
    },
    ...(more.indicators ?? []),
  ],
  ...(more.tags ? { tags: more.tags } : {}),
  ...(more.tagAliases
    ? { tagAliases: [{ id: 1, name: 'Vibration', tagNamePattern: '{uniqueId}.VIB' }, ...more.tagAliases] }
    : {}),
});

/** Makes an asset whose vibration rises from 0 to 9 in each ten minutes of 200. */
async function makePump(): Promise<{ assetId: number; tagId: number }> {
  const { db } = server.tenant;
  const uniqueId = `P-${randomUUID()}`;
  const assetId = await makeAsset(db, { uniqueId });
  const tagId = await makeTag(db, { name: `${uniqueId}.VIB`, assetIds: [assetId] });
  const times = Float64Array.from({ length: 200 }, (_, index) => at(index));
  await appendPoints(db, [{ tagId, times, values: times.map((_, index) => index % 10), qualities: null }]);
  return { assetId, tagId };
}

async function write(twinId: number, definition: ModelDefinitionInput, versionId: number, tagId?: number) {
  const by = { userId: await makeUser(server.tenant.db), userName: 'engineer' };
  await withTransaction(server.tenant.db, async (db) => {
    const [twin] = await lockAndReadTwins(db, [twinId]);
    const target = {
      twin: twin!,
      definition: modelDefinition.parse(definition),
      modelVersionId: versionId,
      tags: new Map(tagId === undefined ? [] : [[1, tagId]]),
    };
    const options = { checks: new DefinitionChecks(), startPatterns: false };
    const [written] = await writeDefinitions(db, by, [target], options);
    expect(written!.problem).toBeNull();
  });
}

/** A pump with a twin of the model. */
async function makePumpTwin({ versionId }: TestModel, limit: number) {
  const { assetId, tagId } = await makePump();
  const twinId = await makeTwin(server.tenant.db, { assetId, aliases: [] });
  await write(twinId, withLimit(limit), versionId, tagId);
  return { assetId, twinId };
}

async function saveDraft(model: TestModel, definition: ModelDefinitionInput): Promise<void> {
  const path = `/api/library/models/${model.id}`;
  const { name, accessLevel, version } = (await server.ask('GET', path, engineer)).json();
  const answer = await server.ask('PUT', path, engineer, { name, accessLevel, definition, version });
  expect(answer.statusCode, answer.body).toBe(200);
}

const ask = (model: TestModel, assetIds: number[], headers = engineer) =>
  server.ask('POST', `/api/library/models/${model.id}/draft/simulation`, headers, {
    assetIds,
    startTime: iso(0),
    endTime: iso(200),
  });
const read = async (model: TestModel): Promise<DraftSimulation> =>
  (await server.ask('GET', `/api/library/models/${model.id}/draft/simulation`, viewer)).json();
const carryOut = (commandId: string) =>
  runCommand(server.tenant, { 'simulate-draft': simulateDraft }, commandId);

async function simulate(model: TestModel, assetIds: number[]): Promise<DraftSimulation> {
  const started = await ask(model, assetIds);
  expect(started.statusCode, started.body).toBe(202);
  await carryOut(started.json().commandId);
  return read(model);
}

it('simulates a draft on twins and on assets without one, without changing anything', async () => {
  const { db } = server.tenant;
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId, twinId } = await makePumpTwin(model, 6);
  const free = await makePump();
  const marked = { start: at(47), end: at(49), failedAt: null, failureModeId: null, note: '' };
  await createMarkedRangeIn(db, twinId, marked);
  const [before] = await readTwins(db, [twinId]);
  const low = { id: 4, name: 'Still', tagAliasIds: [1] };
  const still = { ...low, thresholds: [{ id: 5, name: 'Low', logic: '[Vibration] < 1', level: 250 }] };
  await saveDraft(model, withLimit(20, { indicators: [still] }));
  const found = await simulate(model, [assetId, free.assetId]);
  expect(found).toMatchObject({ stale: false, startTime: iso(0), endTime: iso(200) });
  expect(found.command).toMatchObject({ status: 'done', result: { simulated: 2 } });
  const ofTwin = found.assets.find((one) => one.assetId === assetId)!;
  expect(ofTwin).toMatchObject({ twinId, outcome: 'simulated', conflicts: 0 });
  const nothing = { excursions: 0, duration: 0, level: 0, hits: 0, misses: 1 };
  expect(ofTwin.protections).toMatchObject([
    {
      id: 2,
      name: 'Rough',
      now: { problem: null, figures: { excursions: 20, duration: 20 * 3 * minute, hits: 1, misses: 0 } },
      draft: { problem: null, figures: nothing },
      thresholds: [{ name: 'High', gained: 0, lost: 20, moved: 0, same: 0 }],
    },
    { id: 4, name: 'Still', now: null, draft: { figures: { excursions: 20 } }, thresholds: [] },
  ]);
  const ofFree = found.assets.find((one) => one.assetId === free.assetId)!;
  expect(ofFree).toMatchObject({ twinId: null, outcome: 'simulated' });
  expect(ofFree.protections.map(({ now, draft }) => [now, draft!.figures!.excursions])).toEqual([
    [null, 0],
    [null, 20],
  ]);
  expect((await readTwins(db, [twinId]))[0]).toEqual(before);
  const made = await db.selectFrom('twin').select('id').where('asset_id', '=', free.assetId).execute();
  expect(made).toEqual([]);
});

it('keeps settings that were tuned on a twin, and counts them as conflicts', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId, twinId } = await makePumpTwin(model, 6);
  await write(twinId, withLimit(8), model.versionId);
  await saveDraft(model, withLimit(20));
  const [asset] = (await simulate(model, [assetId])).assets;
  expect(asset).toMatchObject({ conflicts: 1 });
  expect(asset!.protections[0]!.thresholds).toMatchObject([{ lost: 0, gained: 0, moved: 0, same: 20 }]);
});

it('simulates protections that the draft removes by their current definition', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId } = await makePumpTwin(model, 6);
  await saveDraft(model, { ...withLimit(6), indicators: [] });
  const [asset] = (await simulate(model, [assetId])).assets;
  expect(asset!.protections).toMatchObject([
    { name: 'Rough', now: { figures: { excursions: 20 } }, draft: null, thresholds: [] },
  ]);
});

it('rejects the twin of another model, and a draft that can’t be applied to a twin', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const other = await publishModel(server, engineer, withLimit(7));
  const pump = await makePumpTwin(other, 7);
  const own = await makePumpTwin(model, 6);
  await saveDraft(model, withLimit(6, { indicators: [{ id: 9, name: 'Wrong', thresholds: [broken] }] }));
  const { assets, command } = await simulate(model, [pump.assetId, own.assetId]);
  const getMessage = (id: number) => assets.find(({ assetId }) => assetId === id)!.message;
  expect(getMessage(pump.assetId)).toMatch(/^The twin was created from another model, Test model/);
  expect(getMessage(own.assetId)).toMatch(/\[Pressure\]/);
  expect(command.result).toEqual({ refused: 2 });
});

const broken = { id: 10, name: 'High', logic: '[Pressure] > 1' };

it('lists protections that read a calculated tag of the draft, and inputs without a tag', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId } = await makePumpTwin(model, 6);
  const reads = (id: number, name: string, input: string, tagAliasId: number) => ({
    id,
    name,
    tagAliasIds: [tagAliasId],
    thresholds: [{ id: id + 1, name: 'High', logic: `[${input}] > 1` }],
  });
  await saveDraft(
    model,
    withLimit(6, {
      tags: [{ id: 20, name: 'Twice', logic: '[Vibration] * 2' }],
      tagAliases: [
        { id: 21, name: 'Doubled', tagNamePattern: '{uniqueId}.Twice' },
        { id: 22, name: 'Unmapped' },
      ],
      indicators: [reads(30, 'Calculated', 'Doubled', 21), reads(40, 'Without', 'Unmapped', 22)],
    }),
  );
  const [asset] = (await simulate(model, [assetId])).assets;
  const problems = asset!.protections.map(({ draft }) => draft!.problem);
  expect(problems).toEqual([
    null,
    'The input [Doubled] has no points from the draft yet. It is calculated after twins are upgraded.',
    'The input [Unmapped] is mapped to no tag.',
  ]);
});

it('runs one simulation of a draft at a time, and returns a canceled one', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId } = await makePumpTwin(model, 6);
  await saveDraft(model, withLimit(7));
  const { commandId } = (await ask(model, [assetId])).json();
  expect((await ask(model, [assetId])).json()).toMatchObject({
    id: 'conflict',
    message: 'A simulation of the draft is running. Wait for it, or cancel it.',
  });
  await server.ask('POST', `/api/commands/${commandId}/cancel`, engineer);
  await carryOut(commandId);
  expect(await read(model)).toMatchObject({
    command: { status: 'canceled' },
    assets: [{ outcome: 'waiting' }],
  });
  expect((await simulate(model, [assetId])).assets).toMatchObject([{ outcome: 'simulated' }]);
});

it('resumes with the next asset after an interruption', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const pumps = [await makePumpTwin(model, 6), await makePumpTwin(model, 6)];
  await saveDraft(model, withLimit(7));
  const assetIds = pumps.map(({ assetId }) => assetId);
  const { commandId } = (await ask(model, assetIds)).json();
  const { input } = await server.tenant.db
    .selectFrom('command')
    .select('input')
    .where('id', '=', commandId)
    .executeTakeFirstOrThrow();
  const call = createCall(server.tenant, {
    commandId,
    input: input as Record<string, unknown>,
    progress: async (_db, _percent, { simulated }) => {
      if (simulated === 2) throw new Error('The process ends.');
    },
  });
  await expect(simulateDraft.run(call)).rejects.toThrow('The process ends.');
  expect((await read(model)).assets.map(({ outcome }) => outcome).sort()).toEqual(['simulated', 'waiting']);
  await carryOut(commandId);
  expect((await read(model)).command.result).toEqual({ simulated: 2 });
});

it('becomes stale when the draft changes, and fails if the draft changed before the run', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId } = await makePumpTwin(model, 6);
  await saveDraft(model, withLimit(7));
  expect((await simulate(model, [assetId])).stale).toBe(false);
  await saveDraft(model, withLimit(8));
  expect((await read(model)).stale).toBe(true);
  const { commandId } = (await ask(model, [assetId])).json();
  await saveDraft(model, withLimit(9));
  await carryOut(commandId);
  expect((await read(model)).command).toMatchObject({
    status: 'error',
    error: 'The draft has changed since. Simulate it again.',
  });
});

it('requires a draft, known assets and a valid range', async () => {
  const model = await publishModel(server, engineer, withLimit(6));
  const { assetId } = await makePump();
  expect((await ask(model, [assetId])).statusCode).toBe(404);
  await saveDraft(model, withLimit(7));
  const path = `/api/library/models/${model.id}/draft/simulation`;
  expect((await server.ask('GET', path, viewer)).statusCode).toBe(204);
  const unknown = await ask(model, [assetId, 999_999]);
  expect(unknown.json()).toMatchObject({ id: 'invalid-request', errors: [{ path: 'assetIds.1' }] });
  const times = { startTime: iso(5), endTime: iso(5) };
  const empty = await server.ask('POST', path, engineer, { assetIds: [assetId], ...times });
  expect(empty.json()).toMatchObject({
    errors: [{ path: 'endTime', message: reversedRange }],
  });
});
