import type { Protection } from '@twinward/contracts/protections/protection';
import type { TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { minute, Process, t0 } from '../../../testing/scene.ts';
import { publishModel } from '../../../testing/twin-models.ts';
import { copyTwin } from '../../exchange/twin-copy/jobs.ts';
import { recalculateTag } from '../../protections/evaluation/jobs.ts';
import { listParametersOfTwins, replaceParametersIn } from './service.ts';

let server: TestApp;
let user: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  user = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin', 'tag'] });
  viewer = await makeViewerSession(db);
});
afterAll(() => server.close());

interface Scene {
  twinId: number;
  assetId: number;
  pressure: number;
}

/** Makes a twin with an input Suction in kPa: 250, 199, 200 and 150 at minutes 0 to 3. */
async function makeScene(): Promise<Scene> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const pressure = await makeTag(db, { assetIds: [assetId], unit: 'kPa' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Suction', mappedTagId: pressure, unit: 'kPa', type: 'data_point' }],
  });
  const times = [0, 1, 2, 3].map((index) => t0 + index * minute);
  await appendPoints(db, [{ tagId: pressure, times, values: [250, 199, 200, 150] }]);
  return { twinId, assetId, pressure };
}

const path = ({ twinId }: Pick<Scene, 'twinId'>) => `/api/twins/${twinId}/parameters`;

async function get(scene: Pick<Scene, 'twinId'>): Promise<TwinParameters> {
  return (await server.ask('GET', path(scene), viewer)).json();
}

async function put(
  scene: Pick<Scene, 'twinId'>,
  parameters: readonly (Partial<TwinParameter> & { formerName?: string })[],
  more: { version?: number; headers?: Record<string, string> } = {},
) {
  const version = more.version ?? (await get(scene)).version;
  return server.ask('PUT', path(scene), more.headers ?? user, { parameters, version });
}

async function makeProtection(
  { twinId }: Scene,
  logic: string,
  more: object = {},
): Promise<{ status: number; made: Protection[]; errors: unknown[] }> {
  const answer = await server.ask('POST', '/api/indicators', user, [
    {
      twinId,
      name: `With ${logic}`,
      type: 'condition',
      active: true,
      thresholds: [{ name: 'Low', logic, level: 500, ...more }],
    },
  ]);
  const body = answer.json();
  return { status: answer.statusCode, made: body, errors: body.errors };
}

const getProtection = async (id: number): Promise<Protection> =>
  (await server.ask('GET', `/api/indicators/${id}`, viewer)).json();

/** Returns the starts of excursions in minutes. */
async function readStarts(protectionId: number): Promise<number[]> {
  const { db } = server.tenant;
  await new Process(db).settle();
  const rows = await db
    .selectFrom('excursion')
    .select('start_at')
    .where('protection_id', '=', protectionId)
    .orderBy('start_at')
    .execute();
  return rows.map(({ start_at }) => (start_at.getTime() - t0) / minute);
}

describe('the parameters of a twin', () => {
  it('are replaced as a whole, at the version that was read', async () => {
    const scene = await makeScene();
    const before = await get(scene);
    expect(before.parameters).toEqual([]);
    const trip = {
      name: 'trip',
      description: 'Trip limit',
      kind: 'number',
      unit: 'bar',
      value: 7.1,
    } as const;
    const span = {
      name: 'span of the mean',
      description: '',
      kind: 'interval',
      unit: null,
      value: 'PT8H',
    } as const;
    const saved = await put(scene, [trip, span]);
    expect(saved.statusCode).toBe(200);
    expect(saved.json()).toEqual({
      parameters: [span, trip],
      uses: [],
      ranges: [],
      version: before.version + 1,
    });
    expect((await put(scene, [trip], { version: before.version })).json()).toMatchObject({
      id: 'conflict',
      current: { version: before.version + 1 },
    });
    expect((await put(scene, [{ name: 'trip', value: null }])).json().parameters).toEqual([
      { name: 'trip', description: '', kind: 'number', unit: null, value: null },
    ]);
    const audit = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'twin')
      .where('entity_id', '=', String(scene.twinId))
      .orderBy('id')
      .execute();
    expect(audit[0]).toEqual({ old: { parameters: [] }, new: { parameters: [span, trip] } });
  });

  it.each([
    ['a name with a brace', { name: 'a}', value: 1 }, 'parameters.0.name'],
    ['a name with a slash', { name: 'a/b', value: 1 }, 'parameters.0.name'],
    ['a text as a number', { name: 'a', value: 'P1D' }, 'parameters.0.value'],
    ['a number as a length of time', { name: 'a', kind: 'interval', value: 1 }, 'parameters.0.value'],
    ['months', { name: 'a', kind: 'interval', value: 'P1M' }, 'parameters.0.value'],
    ['no time', { name: 'a', kind: 'interval', value: 'PT0S' }, 'parameters.0.value'],
    [
      'a unit of a length of time',
      { name: 'a', kind: 'interval', value: 'P1D', unit: 'd' },
      'parameters.0.unit',
    ],
    ['an unknown unit', { name: 'a', value: 1, unit: 'stones' }, 'parameters.0.unit'],
  ] as const)('refuse %s', async (_, parameter, at) => {
    const scene = await makeScene();
    const answer = await put(scene, [parameter]);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, at]);
  });

  it('refuse duplicate names, and a former name that another parameter uses', async () => {
    const scene = await makeScene();
    expect(
      (
        await put(scene, [
          { name: 'a', value: 1 },
          { name: 'a', value: 2 },
        ])
      ).statusCode,
    ).toBe(400);
    const taken = [
      { name: 'b', formerName: 'a', value: 1 },
      { name: 'a', value: 2 },
    ];
    expect((await put(scene, taken)).statusCode).toBe(400);
  });

  it('must be within the ranges of the model, except for values that the twin already has', async () => {
    const { db } = server.tenant;
    const scene = await makeScene();
    const librarian = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['library-model'] });
    const { versionId } = await publishModel(server, librarian, {
      parameters: [
        { id: 1, name: 'trip', kind: 'number', unit: 'bar', minimum: 2, maximum: 9 },
        { id: 2, name: 'free', kind: 'number' },
      ],
    });
    const own = { description: '', kind: 'number', unit: 'bar' } as const;
    const parameters = [
      { ...own, name: 'trip', value: 20, modelPart: 1 },
      { ...own, name: 'free', unit: null, value: 3, modelPart: 2 },
    ];
    await db
      .updateTable('twin')
      .set({ model_version_id: versionId })
      .where('id', '=', scene.twinId)
      .execute();
    await withTransaction(db, async (transaction) =>
      replaceParametersIn(transaction, { userId: await makeUser(db), userName: 'ada' }, [
        { twinId: scene.twinId, parameters },
      ]),
    );
    const trip = { ...own, name: 'trip', value: 20 };
    const free = { name: 'free', value: 300 };
    expect((await get(scene)).ranges).toEqual([{ parameter: 'trip', minimum: 2, maximum: 9 }]);
    expect((await put(scene, [trip, free])).statusCode).toBe(200);
    for (const [value, message] of [
      [10, 'Please enter a number of at most 9.'],
      [1, 'Please enter a number of at least 2.'],
    ] as const) {
      const refused = await put(scene, [free, { ...trip, value }]);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().errors).toMatchObject([{ path: 'parameters.1.value', message }]);
    }
    const renamed = await put(scene, [free, { ...trip, name: 'limit', formerName: 'trip', value: 10 }]);
    expect(renamed.statusCode).toBe(400);
    expect((await put(scene, [free, { ...trip, value: 9 }])).statusCode).toBe(200);
    // The bounds are in bar.
    expect((await put(scene, [free, { ...trip, value: 900, unit: 'kPa' }])).statusCode).toBe(200);
  });

  it('can be read by viewers, and written by users who may write twins', async () => {
    const scene = await makeScene();
    expect((await server.ask('GET', path({ twinId: 999_999 }), viewer)).statusCode).toBe(404);
    expect((await server.ask('GET', path(scene), {})).statusCode).toBe(401);
    const version = 1;
    expect((await put({ twinId: 999_999 }, [], { version })).statusCode).toBe(404);
    expect((await put(scene, [], { headers: viewer })).statusCode).toBe(403);
    expect((await put(scene, [], { headers: {}, version })).statusCode).toBe(401);
  });
});

describe('logic that names a parameter', () => {
  it('is re-evaluated when the value changes, without actions for the past', async () => {
    const scene = await makeScene();
    const { db } = server.tenant;
    await put(scene, [{ name: 'lowest', value: 100 }]);
    const action = { type: 'advisory', comment: 'Look', reviewerUserIds: [], reviewerGroupIds: [] };
    const { made } = await makeProtection(scene, '[Suction] < {lowest}', { actions: [action] });
    const { id } = made[0]!;
    expect(await readStarts(id)).toEqual([]);
    await appendPoints(db, [{ tagId: scene.pressure, times: [t0 + 10 * minute], values: [90] }]);
    expect(await readStarts(id)).toEqual([10]);
    const fired = () => db.selectFrom('action_firing').selectAll().where('protection_id', '=', id).execute();
    const before = await fired();
    expect(before).toHaveLength(1);

    const changed = await put(scene, [{ name: 'lowest', value: 200 }]);
    expect(changed.json().uses).toEqual([
      { parameter: 'lowest', type: 'protection', id, name: 'With [Suction] < {lowest}' },
    ]);
    expect((await getProtection(id)).dirtyFlags).toEqual(['thresholds-dirty']);
    expect(await readStarts(id)).toEqual([1, 3]);
    expect(await fired()).toEqual(before);

    // A parameter that the logic does not name has no effect.
    await put(scene, [
      { name: 'lowest', value: 200 },
      { name: 'other', value: 1 },
    ]);
    expect((await getProtection(id)).dirtyFlags).toEqual([]);
  });

  it('is incomplete while the parameter has no value, and shows this as an error', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'lowest', value: null }]);
    const { status, made } = await makeProtection(scene, '[Suction] < {lowest}');
    expect(status).toBe(201);
    expect(await readStarts(made[0]!.id)).toEqual([]);
    expect((await getProtection(made[0]!.id)).error).toBe('Low: The parameter {lowest} has no value.');
    await put(scene, [{ name: 'lowest', value: 200 }]);
    expect(await readStarts(made[0]!.id)).toEqual([1, 3]);
    expect((await getProtection(made[0]!.id)).error).toBeNull();
  });

  it('is refused if it names an unknown parameter', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'lowest', value: 1 }]);
    const { status, errors } = await makeProtection(scene, '[Suction] < {lowes}');
    expect([status, errors[0]]).toEqual([
      400,
      expect.objectContaining({
        path: 'thresholds.0.logic',
        code: 'unknown-parameter',
        message: 'Unknown parameter {lowes}. Did you mean {lowest}?',
      }),
    ]);
  });

  it('prevents the removal of its parameters, and follows a renamed one', async () => {
    const scene = await makeScene();
    await put(scene, [
      { name: 'lowest', value: 200 },
      { name: 'one', value: 1 },
    ]);
    const { id } = (await makeProtection(scene, '[Suction] < {lowest} * {one}')).made[0]!;
    const calculated = await makeCalculated(scene, '[P] - {lowest}');
    await recalculate(calculated);
    expect((await put(scene, [{ name: 'one', value: 1 }])).json()).toMatchObject({
      id: 'conflict',
      message: `The parameter {lowest} can’t be removed: it is named by With [Suction] < {lowest} * {one}, ${await nameOfTag(calculated)}.`,
    });
    const renamed = await put(scene, [
      { name: 'one', formerName: 'lowest', value: 200 },
      { name: 'lowest', formerName: 'one', value: 1 },
    ]);
    expect(renamed.statusCode).toBe(200);
    expect((await getProtection(id)).thresholds[0]!.logic).toBe('[Suction] < {one} * {lowest}');
    expect(await readStarts(id)).toEqual([1, 3]);
    await recalculate(calculated);
    const tag = (await server.ask('GET', `/api/tags/${calculated}`, viewer)).json();
    expect(tag.logic).toBe('[P] - {one}');
  });

  it('can be the condition of use of patterns', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'lowest', value: 2, unit: 'bar' }]);
    const { twinId } = scene;
    const [input] = (await server.ask('GET', `/api/twins/${twinId}/tag-aliases`, viewer)).json();
    const withPattern = (condition: string) =>
      server.ask('POST', '/api/indicators/with-pattern', user, {
        indicator: { twinId, name: 'Patterns', tagAliasIds: [input.id] },
        indicatorPattern: { patterns: [{ name: 'Hot' }], condition },
      });
    expect((await withPattern('[Suction] > {lowes}')).json().errors[0]).toMatchObject({
      path: 'condition',
      code: 'unknown-parameter',
    });
    const made = await withPattern('[Suction] > {lowest}');
    expect(made.statusCode).toBe(201);
    const { indicator, indicatorPattern } = made.json();
    const renamed = await put(scene, [{ name: 'least', formerName: 'lowest', value: 2, unit: 'bar' }]);
    expect(renamed.json().uses).toEqual([
      { parameter: 'least', type: 'protection', id: indicator.id, name: 'Patterns' },
    ]);
    const set = await server.ask('GET', `/api/indicator-patterns/${indicatorPattern.id}`, viewer);
    expect(set.json().condition).toBe('[Suction] > {least}');
    expect((await put(scene, [])).statusCode).toBe(409);
  });

  it('reads a parameter in its unit', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'lowest', value: 2, unit: 'bar' }]);
    const { id } = (await makeProtection(scene, '[Suction] < {lowest}')).made[0]!;
    expect(await readStarts(id)).toEqual([1, 3]);
    const refused = await put(scene, [{ name: 'lowest', value: 2, unit: 'Cel' }]);
    expect(refused.json()).toMatchObject({
      id: 'conflict',
      message:
        "The protection With [Suction] < {lowest} can’t be evaluated then: {lowest} can't be converted to kPa: they measure different things.",
    });
    expect((await put(scene, [{ name: 'lowest', value: 160, unit: 'kPa' }])).statusCode).toBe(200);
    expect(await readStarts(id)).toEqual([3]);
  });

  it('is simulated and explained with the values of the twin', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'lowest', value: 2, unit: 'bar' }]);
    const protection = {
      defaultLevel: 0,
      thresholds: [{ name: 'Low', logic: '[Suction] < {lowest}', level: 500 }],
    };
    const { twinId } = scene;
    const range = { from: t0, to: t0 + 4 * minute };
    const preview = await server.ask('POST', '/api/indicators/preview', user, {
      twinId,
      protection,
      ...range,
    });
    expect(
      preview.json().findings.excursions.map((one: { start: number }) => (one.start - t0) / minute),
    ).toEqual([1, 3]);
    const explained = await server.ask('POST', '/api/indicators/explain', user, {
      twinId,
      protection,
      time: t0 + minute,
    });
    expect(explained.json().thresholds[0].parts[0].parts[0].parts[1]).toMatchObject({
      kind: 'parameter',
      source: '{lowest}',
      value: 200,
    });
  });
});

async function makeCalculated({ assetId, pressure }: Scene, logic: string): Promise<number> {
  const answer = await server.ask('POST', '/api/tags', user, [
    {
      name: `${logic} of ${assetId}`,
      caption: 'C',
      type: 'calculated',
      assetIds: [assetId],
      logic,
      aliases: [{ name: 'P', mappedTagId: pressure, unit: 'kPa' }],
    },
  ]);
  expect([answer.statusCode, answer.json()]).toEqual([201, [expect.anything()]]);
  return answer.json()[0].id;
}

const nameOfTag = async (id: number): Promise<string> =>
  (await server.ask('GET', `/api/tags/${id}`, viewer)).json().name;

/** Executes the last started recalculation. Returns the values. */
async function recalculate(tagId: number): Promise<number[]> {
  const command = await server.tenant.db
    .selectFrom('command')
    .select('id')
    .where('target_type', '=', 'tag')
    .where('target_id', '=', String(tagId))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  await runCommand(server.tenant, { 'recalculate-tag': recalculateTag }, command.id);
  return (await server.ask('GET', `/api/tags/${tagId}/data-points`, viewer)).json().points.values;
}

describe('a calculated tag', () => {
  it('reads the parameters of the twin of its asset, and is recalculated when one changes', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'offset', value: 1, unit: 'bar' }]);
    const id = await makeCalculated(scene, '[P] - {offset}');
    expect(await recalculate(id)).toEqual([150, 99, 100, 50]);
    await put(scene, [{ name: 'offset', value: 50, unit: 'kPa' }]);
    expect(await recalculate(id)).toEqual([200, 149, 150, 100]);
    expect((await put(scene, [{ name: 'offset', value: 1, unit: 'Cel' }])).json().message).toContain(
      'can’t be calculated then',
    );
  });

  it('is incomplete while a parameter has no value', async () => {
    const scene = await makeScene();
    await put(scene, [{ name: 'offset', value: null }]);
    const id = await makeCalculated(scene, '[P] - {offset}');
    const list = await server.ask('GET', `/api/twins/${scene.twinId}/calculated-tags`, viewer);
    expect(list.json()).toMatchObject([{ id, missing: ['No value for {offset}.'] }]);
    const refused = await server.ask('POST', `/api/tags/${id}/recalculate`, user);
    expect(refused.json()).toMatchObject({
      id: 'conflict',
      message: expect.stringMatching(/the parameter \{offset\} has no value\.$/),
    });
    await put(scene, [{ name: 'offset', value: 50 }]);
    expect(await recalculate(id)).toEqual([200, 149, 150, 100]);
  });
});

describe('many twins', () => {
  it('get their parameters in one step, and keep the links to parts of their models', async () => {
    const { db } = server.tenant;
    const scenes = [await makeScene(), await makeScene()];
    const by = { userId: await makeUser(db), userName: 'engineer' };
    const trip = { name: 'trip', description: '', kind: 'number', unit: null } as const;
    await withTransaction(db, (transaction) =>
      replaceParametersIn(
        transaction,
        by,
        scenes.map(({ twinId }, index) => ({
          twinId,
          parameters: [{ ...trip, value: index, modelPart: 7 }],
        })),
      ),
    );
    const first = scenes[0]!;
    expect((await put(first, [{ name: 'limit', formerName: 'trip', value: 5 }])).statusCode).toBe(200);
    const stored = await listParametersOfTwins(
      db,
      scenes.map(({ twinId }) => twinId),
    );
    expect(scenes.map(({ twinId }) => stored.get(twinId))).toEqual([
      [{ ...trip, name: 'limit', value: 5, modelPart: 7 }],
      [{ ...trip, value: 1, modelPart: 7 }],
    ]);
  });

  it('are copied with their parameters', async () => {
    const scene = await makeScene();
    const { tenant } = server;
    await put(scene, [{ name: 'lowest', value: 200 }]);
    await makeProtection(scene, '[Suction] < {lowest}');
    const assetId = await makeAsset(tenant.db);
    const input = {
      twinId: scene.twinId,
      assetIds: [assetId],
      userId: await makeUser(tenant.db),
      userName: 'engineer',
    };
    const { results } = (await copyTwin.run(createCall(tenant, { input }))) as {
      results: { twinId: number }[];
    };
    const copied = await get({ twinId: results[0]!.twinId });
    expect(copied.parameters).toMatchObject([{ name: 'lowest', value: 200 }]);
    expect(copied.uses).toMatchObject([{ parameter: 'lowest', type: 'protection' }]);
  });
});
