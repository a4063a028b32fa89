import { createHash } from 'node:crypto';
import type { Notification } from '@twinward/contracts/advisories/notification';
import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { TrainingStatus } from '@twinward/contracts/protections/pattern-training';
import type { PatternVersion } from '@twinward/contracts/protections/pattern-version';
import type { Protection } from '@twinward/contracts/protections/protection';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/app.ts';
import { heldUp, runCommand } from '../../../../testing/commands.ts';
import { makeSession, makeTag, makeViewerSession } from '../../../../testing/factories.ts';
import { createGate } from '../../../../testing/gate.ts';
import { makePump, type Pump, pumpRanges, trainSet } from '../../../../testing/patterns.ts';
import { trainPatterns } from './run.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['protection', 'twin', 'tag'],
  });
});
afterAll(() => server.close());

const path = ({ set: { id } }: Pump, rest = '') => `/api/indicator-patterns/${id}${rest}`;
const start = (pump: Pump, headers = writer) => server.ask('POST', path(pump, '/train'), headers);
const startId = async (pump: Pump) => (await start(pump)).json<{ commandId: string }>().commandId;
const carryOut = (commandId: string, handler = trainPatterns, signal?: AbortSignal) =>
  runCommand(server.tenant, { 'train-patterns': handler }, commandId, signal ? { signal } : {});
const getStatus = async (pump: Pump) =>
  (await server.ask('GET', path(pump, '/train/status'), viewer)).json<TrainingStatus>();
const getSet = async (pump: Pump) => (await server.ask('GET', path(pump), viewer)).json<IndicatorPattern>();
const listVersions = async (pump: Pump) =>
  (await server.ask('GET', path(pump, '/versions'), viewer)).json<PatternVersion[]>();
const hashModels = async ({ set: { id } }: Pump) =>
  (
    await server.tenant.db
      .selectFrom('pattern_version')
      .select('model')
      .where('pattern_set_id', '=', id)
      .orderBy('number')
      .execute()
  ).map(({ model }) => createHash('sha256').update(model).digest('hex'));
const listMessages = async (headers: Record<string, string>) =>
  (await server.ask('GET', '/api/notifications', headers))
    .json<Notification[]>()
    .map(({ message }) => message);

describe('a training', () => {
  it('creates a version, puts it in service, and completes the protection', async () => {
    const pump = await makePump(server, writer, {
      indicator: { thresholds: [{ name: 'Low', logic: '[Flow] < 20', level: 500 }] },
    });
    const none = await server.ask('GET', path(pump, '/train/status'), viewer);
    expect(none.statusCode).toBe(204);
    const commandId = await startId(pump);
    expect(await getStatus(pump)).toMatchObject({
      indicatorPatternId: pump.set.id,
      indicatorId: pump.indicator.id,
      commandId,
      jobStatus: 'queued',
      completionPercent: 0,
      notifyUsers: [],
      error: null,
      version: null,
      completion: { bits: 31 },
    });
    await carryOut(commandId);
    const status = await getStatus(pump);
    expect(status).toMatchObject({
      jobStatus: 'done',
      completionPercent: 100,
      version: 1,
      completion: { bits: 63, percent: 100 },
    });
    expect(status.log.at(-1)).toMatch(/ done$/);
    const set = await getSet(pump);
    expect(set).toMatchObject({
      model: { version: 1, stepSeconds: 60 },
      checksum: status.checksum,
      isCurrent: true,
      pipeline: {
        tagAliasNames: ['Flow', 'Vibration'],
        labelDecoder: { 0: set.patterns[0]!.id, 1: set.patterns[1]!.id, 2: set.patterns[2]!.id },
        labelEncoder: { [set.patterns[2]!.id]: 2 },
      },
      version: pump.set.version,
    });
    const protection = await server.ask('GET', `/api/indicators/${pump.indicator.id}`, viewer);
    expect(protection.json<Protection>()).toMatchObject({
      completion: { bits: 63, percent: 100 },
      missing: [],
      indicatorPattern: { modelVersion: 1, isCurrent: true },
    });
    const [version] = await listVersions(pump);
    expect(version).toMatchObject({ version: 1, inService: true, checksum: set.checksum, stepSeconds: 60 });
    const { evaluation } = version!;
    expect(evaluation.patterns.map(({ name, ranges, isWholeRange }) => [name, ranges, isWholeRange])).toEqual(
      [
        ['No match', 2, true],
        ['Leak', 2, true],
        ['Wear', 1, false],
      ],
    );
    expect(evaluation.patterns.map(({ samples }) => samples)).toEqual([260, 120, 60]);
    expect(evaluation.macroF1).toBeGreaterThan(0.8);
    expect(evaluation.confusion).toHaveLength(3);
    expect(evaluation.inputs.reduce((sum, { importance }) => sum + importance, 0)).toBeCloseTo(1, 9);
    expect(evaluation.warnings).toContain(
      'Wear has one range only. Its last third was held out, which says less than a range of its own.',
    );
    expect(evaluation.warnings).toContain('Wear has few rows: 60. More ranges make it surer.');
    // The list computes the same completion.
    const listed = await server.ask('POST', '/api/indicators/filters', viewer, {
      filters: [{ field: 'Id', operator: 'EqualTo', value: pump.indicator.id }],
    });
    expect(listed.json()[0]).toMatchObject({ completion: 100 });
  });

  it('keeps the version in service, which is no longer current after a change of the ranges', async () => {
    const pump = await makePump(server, writer);
    await trainSet(server, writer, pump.set.id);
    const [, leak, wear] = pump.set.patterns;
    const bit = async () => {
      const protection = await server.ask('GET', `/api/indicators/${pump.indicator.id}`, viewer);
      return (protection.json<Protection>().completion.bits & 32) > 0;
    };
    const patterns = [pump.set.patterns[0], { ...leak, name: 'Leakage' }, wear];
    const renamed = await server.ask('PUT', path(pump, '/patterns'), writer, {
      indicatorId: pump.indicator.id,
      patterns,
    });
    const { training, ...set } = renamed.json<IndicatorPattern>();
    expect(set).toMatchObject({ isCurrent: true });
    expect(await bit()).toBe(true);
    const changed = await server.ask('PUT', path(pump), writer, {
      ...set,
      training: training.slice(1),
    });
    expect(changed.json()).toMatchObject({ isCurrent: false, model: { version: 1 } });
    expect(await bit()).toBe(false);
    await trainSet(server, writer, pump.set.id);
    expect((await listVersions(pump)).map(({ version, inService }) => [version, inService])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(await bit()).toBe(false);
  });

  it('stores identical bytes after an interruption, and beside a run that was considered dead', async () => {
    const pump = await makePump(server, writer);
    await trainSet(server, writer, pump.set.id);
    // Its process stops while it trains; ranges that are saved meanwhile are not used.
    const commandId = await startId(pump);
    const stop = new AbortController();
    const gate = createGate();
    const interrupted = carryOut(commandId, heldUp(trainPatterns, 3, gate), stop.signal);
    await gate.reached;
    stop.abort();
    gate.open();
    await expect(interrupted).rejects.toThrow();
    expect((await getStatus(pump)).jobStatus).not.toBe('done');
    await server.ask('PUT', path(pump), writer, { ...(await getSet(pump)), training: [] });
    // A run that was considered dead continues next to its replacement.
    const late = createGate();
    const stale = carryOut(commandId, heldUp(trainPatterns, 3, late));
    await late.reached;
    await carryOut(commandId);
    late.open();
    await expect(stale).rejects.toThrow();
    expect(await getStatus(pump)).toMatchObject({ jobStatus: 'done', version: 2 });
    const [first, second, ...more] = await hashModels(pump);
    expect(more).toEqual([]);
    expect(second).toBe(first);
  });

  it('stores one version if a process dies between storing it and the end', async () => {
    const pump = await makePump(server, writer);
    const commandId = await startId(pump);
    const dying = {
      ...trainPatterns,
      run: async (call: Parameters<typeof trainPatterns.run>[0]) => {
        await trainPatterns.run(call);
        throw new Error('The process died.');
      },
    };
    await expect(carryOut(commandId, dying)).rejects.toThrow('The process died.');
    await carryOut(commandId);
    expect(await getStatus(pump)).toMatchObject({ jobStatus: 'done', version: 1 });
    expect(await hashModels(pump)).toHaveLength(1);
  });

  it.each([
    ['while the intervals of its inputs are measured', 2],
    ['before the model is trained', 3],
    ['while the model is trained, or before it is stored', 4],
  ])('can be canceled %s, and leaves nothing behind', async (_when, transaction) => {
    const pump = await makePump(server, writer);
    const before = await getSet(pump);
    const idle = await server.ask('POST', path(pump, '/train/cancel'), writer);
    expect([idle.statusCode, idle.json().message]).toEqual([409, 'No training is running.']);
    const commandId = await startId(pump);
    const again = await start(pump);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'A training is running. Wait for it, or cancel it.',
    ]);
    const gate = createGate();
    const running = carryOut(commandId, heldUp(trainPatterns, transaction, gate));
    await gate.reached;
    expect((await server.ask('POST', path(pump, '/train/cancel'), writer)).statusCode).toBe(202);
    gate.open();
    await running;
    expect(await getStatus(pump)).toMatchObject({ jobStatus: 'canceled', version: null });
    expect(await getSet(pump)).toEqual(before);
    expect(await listVersions(pump)).toEqual([]);
    await trainSet(server, writer, pump.set.id);
    expect(await getStatus(pump)).toMatchObject({ jobStatus: 'done', version: 1 });
  });

  it('notifies each user who requested it once, and no user who withdrew the request', async () => {
    const pump = await makePump(server, writer);
    const none = await server.ask('PUT', path(pump, '/train/notify'), viewer);
    expect([none.statusCode, none.json().message]).toEqual([409, 'No training is running.']);
    const commandId = await startId(pump);
    const other = await makeViewerSession(server.tenant.db);
    const watched = await server.ask('PUT', path(pump, '/train/notify'), viewer);
    expect(watched.json<TrainingStatus>().notifyUsers).toHaveLength(1);
    await server.ask('PUT', path(pump, '/train/notify'), viewer);
    await server.ask('PUT', path(pump, '/train/notify'), other);
    expect((await server.ask('DELETE', path(pump, '/train/notify'), other)).statusCode).toBe(204);
    expect((await server.ask('DELETE', path(pump, '/train/notify'), other)).statusCode).toBe(204);
    await carryOut(commandId);
    await carryOut(commandId);
    expect(await listMessages(viewer)).toEqual(['Pump: version 1 is trained.']);
    expect(await listMessages(other)).toEqual([]);
    expect((await getStatus(pump)).notifyUsers).toEqual([]);
    await trainSet(server, writer, pump.set.id);
    expect(await listMessages(viewer)).toHaveLength(1);
  });

  it('ends when its protection is deleted', async () => {
    const pump = await makePump(server, writer);
    const commandId = await startId(pump);
    const gate = createGate();
    const running = carryOut(commandId, heldUp(trainPatterns, 2, gate));
    await gate.reached;
    expect((await server.ask('DELETE', `/api/indicators/${pump.indicator.id}`, writer)).statusCode).toBe(204);
    gate.open();
    await running;
    const { rows } = await sql`select status, error from command where id = ${commandId}`.execute(
      server.tenant.db,
    );
    expect(rows).toEqual([{ status: 'error', error: 'Pattern set not found.' }]);
  });

  it('leaves out times at which the condition of use is not true', async () => {
    const pump = await makePump(server, writer, { set: { condition: '[Vibration] < 3' } });
    const commandId = await startId(pump);
    await carryOut(commandId);
    // Wear is never in use.
    expect(await getStatus(pump)).toMatchObject({
      jobStatus: 'error',
      error: expect.stringMatching(/^Wear has no complete row at a step of 60 s/),
    });
  });

  it('counts the rows that the condition of use excludes, and those that fill the windows after them', async () => {
    // The flow is low in 60 of 180 minutes.
    const pump = await makePump(server, writer, {
      ranges: [
        ['No match', 240, 420],
        ['Wear', 500, 560],
      ],
      set: { condition: '[Flow] > 20' },
    });
    await trainSet(server, writer, pump.set.id);
    const [{ condition, evaluation, windows }] = (await listVersions(pump)) as [PatternVersion];
    expect(condition).toBe('[Flow] > 20');
    expect(evaluation.leftOut).toBe(60 / 240);
    expect(windows.at(-1)).toBe(20);
    expect(evaluation.patterns.map(({ name, samples }) => [name, samples])).toEqual([
      ['No match', 180 - 60 - 19],
      ['Wear', 60],
    ]);
  });

  it('reads ranges that are far apart like ranges that are close together', async () => {
    const pump = await makePump(server, writer, {
      ranges: [
        ['No match', 40, 60],
        ['Leak', 300, 320],
        ['No match', 600, 620],
      ],
      set: { stepSeconds: 1 },
    });
    await trainSet(server, writer, pump.set.id);
    const [{ evaluation, stepSeconds }] = (await listVersions(pump)) as [PatternVersion];
    expect(stepSeconds).toBe(1);
    expect(evaluation.patterns.map(({ samples }) => samples)).toEqual([2400, 1200]);
    expect(evaluation.macroF1).toBeGreaterThan(0.8);
  });

  it('requires the right to write protections', async () => {
    const pump = await makePump(server, writer);
    expect((await start(pump, viewer)).statusCode).toBe(403);
    expect((await start(pump, {})).statusCode).toBe(401);
    expect((await server.ask('POST', path(pump, '/train/cancel'), viewer)).statusCode).toBe(403);
    for (const [method, rest] of [
      ['POST', '/train'],
      ['POST', '/train/cancel'],
      ['GET', '/train/status'],
      ['PUT', '/train/notify'],
      ['DELETE', '/train/notify'],
      ['GET', '/versions'],
    ] as const) {
      const answer = await server.ask(method, `/api/indicator-patterns/999999${rest}`, writer);
      expect([rest, answer.statusCode, answer.json().message]).toEqual([rest, 404, 'Pattern set not found.']);
    }
  });
});

describe('bad input', () => {
  const failing = async (pump: Pump) => {
    const answer = await start(pump);
    if (answer.statusCode !== 202) return [answer.statusCode, answer.json().message];
    await carryOut(answer.json<{ commandId: string }>().commandId);
    const { jobStatus, error } = await getStatus(pump);
    expect(await listVersions(pump)).toEqual([]);
    expect((await getSet(pump)).model).toBeNull();
    return [jobStatus, error];
  };

  it.each<[name: string, ranges: typeof pumpRanges, set: object, expected: [number | string, RegExp]]>([
    ['no range', [], {}, [409, /^No match has no range\./]],
    ['ranges of No match alone', [['No match', 0, 100]], {}, [409, /beside No match\.$/]],
    ['a pattern without normal running', [['Leak', 300, 360]], {}, [409, /^No match has no range\./]],
    [
      'a range without points',
      [...pumpRanges, ['Leak', 5000, 5060]],
      {},
      [
        'error',
        /^The range of Leak from 2024-01-04T11:20Z to 2024-01-04T12:20Z has no points of \[Flow\]\.$/,
      ],
    ],
    [
      'a range of one row',
      [
        ['No match', 0, 200],
        ['Leak', 300, 301],
      ],
      {},
      ['error', /^Leak has .* at least 10 are needed\./],
    ],
    [
      'a range shorter than a step',
      [
        ['No match', 0, 200],
        ['Leak', 301, 302],
      ],
      { stepSeconds: 3600 },
      ['error', /^The range of Leak .* is shorter than a step of 3600 s\.$/],
    ],
    [
      'too many rows',
      [
        ['No match', 0, 1_000_000],
        ['Leak', 1_000_000, 1_100_000],
      ],
      { stepSeconds: 1 },
      [
        'error',
        /^The ranges hold 66,000,.* rows of 2 inputs at a step of 1 s; at most 4,000,000 can be trained\./,
      ],
    ],
  ])('%s is rejected', async (_name, ranges, set, [status, message]) => {
    const pump = await makePump(server, writer, { ranges, set });
    expect(await failing(pump)).toEqual([status, expect.stringMatching(message)]);
  });

  it('200 inputs are rejected', async () => {
    const { db } = server.tenant;
    const pump = await makePump(server, writer);
    const tagId = await makeTag(db);
    const { rows } = await sql<{ id: number }>`
      insert into tag_alias (twin_id, mapped_tag_id, type, name)
      select ${pump.twinId}, ${tagId}, 'data_point', 'Input ' || n from generate_series(1, 198) as n
      returning id`.execute(db);
    await server.ask('PUT', `/api/indicators/${pump.indicator.id}`, writer, {
      ...pump.indicator,
      tagAliasIds: [...pump.indicator.tagAliasIds, ...rows.map(({ id }) => id)],
    });
    expect(await failing(pump)).toEqual([
      409,
      'A pattern protection is trained on at most 100 inputs; this one has 200.',
    ]);
  });

  it('an input without a tag, or a set without inputs, is rejected', async () => {
    const pump = await makePump(server, writer);
    await sql`update tag_alias set mapped_tag_id = null where id = ${pump.aliasIds.flow}`.execute(
      server.tenant.db,
    );
    expect(await failing(pump)).toEqual([409, 'The input [Flow] is mapped to no tag.']);
    const bare = await makePump(server, writer, { indicator: { tagAliasIds: [] } });
    expect(await failing(bare)).toEqual([409, 'The protection has no input of points.']);
  });

  it('no version is created if an input is removed while the model is trained', async () => {
    const pump = await makePump(server, writer);
    const commandId = await startId(pump);
    const gate = createGate();
    const running = carryOut(commandId, heldUp(trainPatterns, 3, gate));
    await gate.reached;
    const removed = await server.ask('PUT', `/api/indicators/${pump.indicator.id}`, writer, {
      ...pump.indicator,
      aliases: pump.indicator.aliases.filter(({ alias }) => alias !== 'Flow'),
      tagAliasIds: [pump.aliasIds.vibration],
    });
    expect(removed.statusCode).toBe(200);
    expect((await server.ask('DELETE', `/api/tag-aliases/${pump.aliasIds.flow}`, writer)).statusCode).toBe(
      204,
    );
    gate.open();
    await running;
    expect(await getStatus(pump)).toMatchObject({
      jobStatus: 'error',
      error: 'The input [Flow] was removed while the model was trained.',
      version: null,
    });
    expect(await listVersions(pump)).toEqual([]);
  });

  it('an input of the model in service cannot be removed', async () => {
    const pump = await makePump(server, writer);
    await trainSet(server, writer, pump.set.id);
    const current = (
      await server.ask('GET', `/api/indicators/${pump.indicator.id}`, viewer)
    ).json<Protection>();
    const removed = await server.ask('PUT', `/api/indicators/${pump.indicator.id}`, writer, {
      ...current,
      aliases: current.aliases.filter(({ alias }) => alias !== 'Flow'),
      tagAliasIds: [pump.aliasIds.vibration],
    });
    expect([removed.statusCode, removed.json().message]).toEqual([
      409,
      'The input [Flow] is one of the model in service, and can’t be removed.',
    ]);
    const deleted = await server.ask('DELETE', `/api/tag-aliases/${pump.aliasIds.flow}`, writer);
    expect([deleted.statusCode, deleted.json().message]).toEqual([
      409,
      expect.stringContaining('the model in service of Pump'),
    ]);
  });
});
