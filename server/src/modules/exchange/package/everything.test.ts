import type { ModelDefinitionInput } from '@twinward/contracts/library/definition';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import type { TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeTag } from '../../../testing/factories.ts';
import { createPackage, openExchange } from '../../../testing/packages.ts';
import { makePump, pumpPoints, trainSet } from '../../../testing/patterns.ts';
import { Process } from '../../../testing/scene.ts';
import { publishModel, type TestModel } from '../../../testing/twin-models.ts';
import { recalculateTag } from '../../protections/evaluation/jobs.ts';
import { placeModel, previewPlacement } from '../model-placement/jobs.ts';

/** A database with records of every kind that affects levels, and an empty one. */
const { source, target, admin, receiver, from, to, close } = await openExchange();
let model: TestModel;
let modelName: string;

const pump: ModelDefinitionInput = {
  missionTime: 'P365D',
  parameters: [{ id: 1, name: 'trip', default: 7 }],
  tagAliases: [
    { id: 2, name: 'Vibration', unit: 'mm/s', tagNamePattern: '{uniqueId}.V' },
    { id: 3, name: 'Load', tagNamePattern: '{uniqueId}.Load factor' },
  ],
  tags: [{ id: 4, name: 'Load factor', logic: '[Vibration] / 10' }],
  failureModes: [
    {
      id: 5,
      name: 'Bearing wear',
      probability: {
        failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P900D' },
      },
      consequence: { value: 4000 },
    },
  ],
  activities: [{ id: 6, name: 'Grease', renews: 'failure-modes', failureModeIds: [5] }],
  indicators: [
    {
      id: 7,
      name: 'High vibration',
      tagAliasIds: [2],
      failureModeIds: [5],
      thresholds: [
        { id: 8, name: 'Notice', logic: '[Vibration] > 4', level: 250 },
        { id: 9, name: 'Trip', logic: '[Vibration] > {trip}', level: 900 },
      ],
    },
    {
      id: 10,
      name: 'Overload',
      tagAliasIds: [3],
      thresholds: [{ id: 11, name: 'High', logic: '[Load] > 0.6', level: 500 }],
    },
  ],
};

async function call(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const answer = await source.ask(method, url, admin, body);
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
  return answer.json();
}

const begin = Date.UTC(2024, 0, 1);
const times = Array.from({ length: 300 }, (_, at) => begin + at * 60_000);
/** The vibration of a pump that wears out, by its number. */
const vibration = (number: number) => times.map((_, at) => 3 + number + Math.sin(at / 7) * 3);

async function addPoints(app: TestApp, name: string, values: number[], at = times): Promise<void> {
  const { id } = await app.tenant.db
    .selectFrom('tag')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await appendPoints(app.tenant.db, [{ tagId: id, times: at, values, qualities: null }]);
}

/** Makes two pumps of a model, one of them tuned, and one with trained patterns. */
async function fill(): Promise<void> {
  const { db } = source.tenant;
  model = await publishModel(source, admin, pump);
  modelName = (await call('GET', `/api/library/models/${model.id}`)).name;
  const assetIds: number[] = [];
  for (const uniqueId of ['P-1', 'P-2']) {
    const assetId = await makeAsset(db, { uniqueId, assetName: `Pump ${uniqueId}` });
    await makeTag(db, { name: `${uniqueId}.V`, unit: 'mm/s', assetIds: [assetId] });
    assetIds.push(assetId);
  }
  const handlers = { 'preview-placement': previewPlacement, 'place-model': placeModel };
  const command = async (url: string, body: object) => {
    const { commandId } = await call('POST', url, body);
    await runCommand(source.tenant, handlers, commandId);
    return commandId;
  };
  const preview = await command(`/api/library/models/${model.id}/placements`, {
    assets: { kind: 'ids', assetIds },
    minimumScore: 0.7,
  });
  await command(`/api/library/placements/${preview}/apply`, { exceptAssetIds: [] });
  const twin = await db
    .selectFrom('twin')
    .select('id')
    .where('asset_id', '=', assetIds[0]!)
    .executeTakeFirstOrThrow();
  const { parameters, version } = await call('GET', `/api/twins/${twin.id}/parameters`);
  await call('PUT', `/api/twins/${twin.id}/parameters`, {
    parameters: parameters.map((one: object) => ({ ...one, value: 5 })),
    version,
  });
  // A newer version, to which the twins are not yet upgraded.
  await publishModel(source, admin, { ...pump, missionTime: 'P730D' }, model);
  const trained = await makePump(source, admin, {
    indicator: { thresholds: [{ name: 'Leaks', logic: 'MATCHESPATTERN("Leak")', level: 700 }] },
  });
  await trainSet(source, admin, trained.set.id);
  await fillRest(assetIds);
}

async function fillRest(assetIds: readonly number[]): Promise<void> {
  const { db } = source.tenant;
  const mode = await db.selectFrom('failure_mode').select('id').orderBy('id').executeTakeFirstOrThrow();
  const owner = await db
    .selectFrom('failure_mode')
    .innerJoin('twin', 'twin.id', 'twin_id')
    .select('asset_id')
    .where('failure_mode.id', '=', mode.id)
    .executeTakeFirstOrThrow();
  const analysis = await call('POST', '/api/riskanalyses', [
    {
      name: 'Next year',
      startDate: '2024-01-01T00:00:00Z',
      missionTime: 'P365D',
      assetIds,
    },
  ]).then((made) => (Array.isArray(made) ? made[0] : made));
  const ofAsset = `/api/riskanalyses/${analysis.id}/assets/${owner.asset_id}`;
  await call('POST', `${ofAsset}/probabilities`, {
    lifeCycleState: 'new',
    failureModeId: mode.id,
    failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 3, scale: 'P500D' },
  });
  await call('POST', `${ofAsset}/options`, {
    failureModeId: mode.id,
    name: 'Better bearing',
    cost: 900,
    effect: { type: 'life', shape: 3, characteristicLife: 'P2000D' },
  });
  const { id: taxonomyId } = await db
    .selectFrom('taxonomy')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await call('PUT', `/api/library/models/mtbf/${taxonomyId}`, {
    mtbfDays: 1200,
    shape: 1.5,
    source: 'A study',
    version: null,
  });
  await call('POST', '/api/connections', {
    type: 'sap',
    name: 'SAP',
    configuration: {
      url: 'https://sap.plant.example',
      user: 'reader',
      password: 'never-leaves',
      extractionStartDate: '2024-01-01',
      extractionOrderTypes: ['PM01'],
    },
  });
}

beforeAll(fill);
afterAll(close);

/** Evaluates all that is due, including calculated tags. */
async function evaluate({ tenant }: TestApp): Promise<void> {
  const process = new Process(tenant.db);
  for (;;) {
    await process.settle();
    const waiting = await tenant.db
      .selectFrom('command')
      .select('id')
      .where('type', '=', 'recalculate-tag')
      .where('status', 'in', ['queued', 'running'])
      .execute();
    if (waiting.length === 0) return;
    for (const { id } of waiting)
      await runCommand(tenant, { 'recalculate-tag': recalculateTag }, id, { maximumAttempts: 1 });
  }
}

/** Returns the excursions of all twins, by names, and their levels. */
async function answers({ tenant: { db } }: TestApp) {
  const excursions = await db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .innerJoin('protection', 'protection.id', 'excursion.protection_id')
    .innerJoin('twin', 'twin.id', 'protection.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['unique_id', 'protection.name', 'threshold.name as threshold'])
    .select(['excursion.start_at', 'excursion.end_at', 'threshold.level'])
    .orderBy('unique_id')
    .orderBy('protection.name')
    .orderBy('excursion.start_at')
    .orderBy('threshold.name')
    .execute();
  const levels = await db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['unique_id', 'twin.level'])
    .orderBy('unique_id')
    .execute();
  return { excursions, levels };
}

let importId: number;

it('an import creates all records in an empty database, and a second check finds no changes', async () => {
  const { kinds } = await call('GET', '/api/exchange');
  const selection = kinds
    .filter(({ count }: { count: number }) => count > 0)
    .map(({ kind }: { kind: string }) => ({ kind, keys: null }));
  const exported = await from.export(selection);
  expect(exported.result.leftOut).toEqual([]);
  const { bytes } = exported;
  expect(bytes.includes('never-leaves')).toBe(false);
  const check = await to.check(bytes);
  expect(await to.rows(check.commandId, '?action=conflict')).toEqual([]);
  expect(check.result.problems).toEqual([]);
  const done = await to.import(check.commandId, { trust: true, startPatterns: true });
  expect(done.error).toBeNull();
  importId = done.result.importId;
  const again = await to.check(bytes);
  expect(await to.rows(again.commandId, '?action=update')).toEqual([]);
  expect(again.result.counts).toMatchObject({ create: 0, update: 0, conflict: 0 });
});

it('imported protections find the same excursions and answers in the same points', async () => {
  await evaluate(source);
  await evaluate(target);
  const names = await source.tenant.db
    .selectFrom('tag_alias')
    .innerJoin('tag', 'tag.id', 'mapped_tag_id')
    .select(['tag_alias.name as input', 'tag.name'])
    .where('tag_alias.twin_id', '=', (eb) =>
      eb.selectFrom('tag_alias').select('twin_id').where('name', '=', 'Flow'),
    )
    .execute();
  const { times: at, flow, vibration: shaken } = pumpPoints();
  for (const { input, name } of names) await addPoints(target, name, input === 'Flow' ? flow : shaken, at);
  for (const app of [source, target]) {
    await addPoints(app, 'P-1.V', vibration(1));
    await addPoints(app, 'P-2.V', vibration(2));
    await evaluate(app);
  }
  const expected = await answers(source);
  const thresholds = new Set(expected.excursions.map(({ threshold }) => threshold));
  expect(thresholds).toEqual(new Set(['Notice', 'Trip', 'High', 'Leaks']));
  expect(await answers(target)).toEqual(expected);
});

it('a package includes models with their versions, and twins that can be upgraded', async () => {
  const versions = await target.tenant.db
    .selectFrom('twin_model_version')
    .innerJoin('twin_model', 'twin_model.id', 'model_id')
    .select(['major', 'minor', 'patch'])
    .where('name', 'like', 'Test model%')
    .orderBy('major')
    .orderBy('minor')
    .orderBy('patch')
    .execute();
  expect(versions).toEqual([
    { major: 1, minor: 0, patch: 0 },
    { major: 1, minor: 0, patch: 1 },
  ]);
  const parts = (db: TestApp['tenant']['db']) =>
    db
      .selectFrom('calculation')
      .innerJoin('tag', 'tag.id', 'tag_id')
      .select(['tag.name', 'model_part'])
      .where('tag.name', 'like', 'P-%')
      .orderBy('tag.name')
      .execute();
  expect(await parts(target.tenant.db)).toEqual(await parts(source.tenant.db));
  const models = (
    await target.ask('POST', '/api/library/models/filters', receiver, { filters: [], sorts: [] })
  ).json();
  const moved = models.find(({ name }: { name: string }) => name.startsWith('Test model'));
  expect(moved).toMatchObject({ twinCount: 2, outdatedCount: 2 });
});

it('a package includes figures of a risk analysis, and connections, paused and without secrets', async () => {
  const figures = (app: TestApp, headers: Record<string, string>) =>
    app
      .ask('POST', '/api/riskanalyses/filters', headers, { filters: [], sorts: [] })
      .then((answer) =>
        answer
          .json()
          .map(({ name, risk, assetCount }: Record<string, unknown>) => ({ name, risk, assetCount })),
      );
  const expected = await figures(source, admin);
  expect(expected).toEqual([{ name: 'Next year', risk: expect.any(Number), assetCount: 2 }]);
  expect(await figures(target, receiver)).toEqual(expected);
  const [connection] = (
    await target.ask('POST', '/api/connections/filters', receiver, { filters: [], sorts: [] })
  ).json();
  expect(connection).toMatchObject({ name: 'SAP', isPaused: true });
  const whole = (await target.ask('GET', `/api/connections/${connection.id}`, receiver)).json();
  expect(whole.secretsSet).toEqual([]);
  expect(whole.configuration).toMatchObject({ url: 'https://sap.plant.example', password: null });
});

const versionsHere = () =>
  target.tenant.db.selectFrom('twin_model_version').selectAll().orderBy('id').execute();

it('a check reports a model version that differs in this database, and invalid logic', async () => {
  const before = await versionsHere();
  const version = { state: 'published', major: 1, minor: 0, patch: 0, notes: '', definition: {} };
  const wrong = {
    tagAliases: [{ id: 1, name: 'Flow' }],
    indicators: [{ id: 2, name: 'Low', thresholds: [{ id: 3, name: 'Low', logic: '[Flow] <', level: 100 }] }],
  };
  const check = await to.check(
    await createPackage({
      model: [
        { name: 'Broken', versions: [{ ...version, definition: wrong }] },
        { name: modelName, versions: [version] },
      ],
    }),
  );
  expect(check.result.counts).toMatchObject({ create: 0, update: 0, conflict: 2 });
  const messages = (await to.rows(check.commandId)).map(({ message }: { message: string }) => message);
  expect(messages).toEqual([
    expect.stringMatching(/^Version 1\.0\.0: Low: ./),
    'Version 1.0.0 differs from the version in this database. Published versions cannot change.',
  ]);
  expect(await versionsHere()).toEqual(before);
});

it('an import adds a model version, can be rolled back, and is refused if a version is missing', async () => {
  const before = await versionsHere();
  const old = (await from.export([{ kind: 'model', keys: [modelName] }])).bytes;
  await publishModel(source, admin, { ...pump, missionTime: 'P30D' }, model);
  const { bytes: newer } = await from.export([{ kind: 'model', keys: [modelName] }]);
  const done = await to.import((await to.check(newer)).commandId, { trust: true });
  expect(done.result).toMatchObject({ created: 0, updated: 1 });
  expect(await versionsHere()).toHaveLength(before.length + 1);
  const check = await to.check(old);
  const [row] = await to.rows(check.commandId, '?action=conflict');
  expect(row.message).toBe('Version 1.0.2 exists in this database, but not in the package.');
  expect((await to.rollBack(done.result.importId)).error).toBeNull();
  expect(await versionsHere()).toEqual(before);
});

it('a rollback deletes all imported records', async () => {
  const back = await to.rollBack(importId);
  expect(back.error).toBeNull();
  for (const table of ['twin', 'asset', 'tag', 'risk_analysis', 'connection', 'benchmark'] as const) {
    const rows = await target.tenant.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .execute();
    expect([table, Number(rows[0]!.n)]).toEqual([table, 0]);
  }
});
