import { randomUUID } from 'node:crypto';
import type { CopyResult } from '@twinward/contracts/twins/twin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createCall } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { copyTwin } from './jobs.ts';

let server: TestApp;
let engineer: Record<string, string>;
let source: number;
let ambient: number;
const start = '2024-01-01T00:00:00.000Z';

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  const assetId = await makeAsset(db, { assetName: 'Pump 1', uniqueId: 'P-1' });
  ambient = await makeTag(db, { name: 'Ambient', assetIds: [assetId] });
  source = await makeTwin(db, {
    assetId,
    description: 'Feeds the boiler',
    startDate: new Date(start),
    missionTime: 'P365D',
    failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
    consequence: { value: 5000 },
    aliases: [
      {
        name: 'Temperature',
        type: 'data_point',
        mappedTagId: await makeTag(db, { name: 'P-1.T', assetIds: [assetId] }),
      },
      {
        name: 'Service',
        type: 'work',
        mappedTagId: await makeTag(db, { name: 'P-1.S', type: 'work', assetIds: [assetId] }),
      },
      {
        name: 'Flow',
        type: 'data_point',
        mappedTagId: await makeTag(db, { name: 'P-1.F', assetIds: [assetId] }),
      },
      { name: 'Ambient', type: 'data_point', mappedTagId: ambient },
    ],
  });
  const protectionId = await makeProtection(db, { twinId: source, name: 'Overheating' });
  const aliases = (await ask('GET', `/api/twins/${source}/tag-aliases`)) as { id: number; name: string }[];
  const service = aliases.find(({ name }) => name === 'Service')!;
  const inspect = { twinId: source, name: 'Inspect', tagAliasId: service.id };
  const activity = (await ask('POST', '/api/activities', inspect)) as { id: number };
  const mode = (await ask('POST', '/api/failure-modes', {
    twinId: source,
    name: 'Seizes',
    protectionIds: [protectionId],
    probability: { lifeCycleState: 'new', value: 8 },
    consequence: { lifeCycleState: 'new', value: 100 },
  })) as { id: number };
  const action = {
    id: randomUUID(),
    type: 'advisory',
    direction: 'enter',
    activityId: activity.id,
    comment: 'Look at the bearing',
    reviewerUserIds: [],
    reviewerGroupIds: [],
    inheritFailureModes: false,
    failureModeIds: [mode.id],
    targetHorizon: 'P7D',
    priority: null,
    work: null,
  };
  await db
    .updateTable('threshold')
    .set({ actions: JSON.stringify([action]) })
    .where('protection_id', '=', protectionId)
    .execute();
});
afterAll(() => server.close());

async function ask(method: 'GET' | 'POST', url: string, body?: object): Promise<unknown> {
  return (await server.ask(method, url, engineer, body)).json();
}

/** Makes a target asset with the tags of the pattern, except the flow. */
async function makeTarget(number: number): Promise<number> {
  const { db } = server.tenant;
  const id = await makeAsset(db, { assetName: `Pump ${number}`, uniqueId: `P-${number}` });
  await makeTag(db, { name: `P-${number}.T`, assetIds: [id] });
  await makeTag(db, { name: `P-${number}.S`, type: 'work', assetIds: [id] });
  await db.insertInto('asset_tag').values({ asset_id: id, tag_id: ambient }).execute();
  return id;
}

type Results = { copied: number; refused: number; results: CopyResult[] };

async function carryOut(
  assetIds: number[],
  resumed: Results | null = null,
  onProgress: (percent: number) => void = () => undefined,
): Promise<Results> {
  const { tenant } = server;
  const { id } = await tenant.db.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
  const call = createCall(tenant, {
    input: { twinId: source, assetIds, userId: id, userName: 'engineer' },
    resumed: resumed as Record<string, unknown> | null,
    progress: async (_db, percent) => onProgress(percent),
  });
  return (await copyTwin.run(call)) as unknown as Results;
}

describe('copying a twin', () => {
  test('leaves an input unmapped if its counterpart has another dimension, and reports it', async () => {
    const { db } = server.tenant;
    await db.updateTable('tag').set({ unit: 'Cel' }).where('name', '=', 'P-1.T').execute();
    await db.updateTable('tag_alias').set({ unit: 'Cel' }).where('name', '=', 'Temperature').execute();
    const target = await makeTarget(90);
    await db.updateTable('tag').set({ unit: 'bar' }).where('name', '=', 'P-90.T').execute();
    const other = await makeTarget(91);
    await db.updateTable('tag').set({ unit: '[degF]' }).where('name', '=', 'P-91.T').execute();
    const { results } = await carryOut([target, other]);
    expect(results.map(({ message }) => message)).toEqual([
      'Not mapped: Flow, Temperature (Cel measures temperature, and the tag P-90.T pressure, in bar. Please give a unit of pressure: bar, Pa, hPa or kPa.).',
      'Not mapped: Flow.',
    ]);
    const listUnits = async (twinId: number) =>
      ((await ask('GET', `/api/twins/${twinId}/tag-aliases`)) as { name: string; unit: string | null }[])
        .filter(({ name }) => name === 'Temperature')
        .map(({ unit }) => unit);
    expect(await listUnits(results[1]!.twinId!)).toEqual(['Cel']);
  });

  test('copies the twin to each asset, and maps inputs by the pattern of their names', async () => {
    const assetIds = [await makeTarget(2), await makeTarget(3)];
    const percents: number[] = [];
    const { copied, refused, results } = await carryOut(assetIds, null, (percent) => percents.push(percent));
    expect({ copied, refused, percents }).toEqual({ copied: 2, refused: 0, percents: [50, 100] });
    expect(results[0]).toEqual({
      assetId: assetIds[0],
      assetName: 'Pump 2',
      twinId: expect.any(Number),
      message: 'Not mapped: Flow.',
    });
    const twinId = results[1]!.twinId!;
    expect(await ask('GET', `/api/twins/${twinId}`)).toMatchObject({
      assetName: 'Pump 3',
      description: 'Feeds the boiler',
      active: true,
      startDate: start,
      missionTime: 'P365D',
      probability: { value: 12, failureDistribution: 'weibull' },
      consequence: { value: 5000 },
    });
    const aliases = (await ask('GET', `/api/twins/${twinId}/tag-aliases`)) as { id: number; name: string }[];
    expect(aliases).toMatchObject([
      { name: 'Ambient', mappedTagName: 'Ambient' },
      { name: 'Flow', mappedTagName: null },
      { name: 'Service', mappedTagName: 'P-3.S' },
      { name: 'Temperature', mappedTagName: 'P-3.T' },
    ]);
    const service = aliases.find(({ name }) => name === 'Service')!;
    const [activity] = (await ask('GET', `/api/twins/${twinId}/activities`)) as { id: number }[];
    expect(activity).toMatchObject({ name: 'Inspect', tagAliasId: service.id });
    const [protection] = (await ask('GET', `/api/twins/${twinId}/protections`)) as { id: number }[];
    expect(protection).toMatchObject({
      name: 'Overheating',
      active: true,
      thresholds: [{ name: 'High', logic: '[Temperature] > 80', level: 500 }],
    });
    const [mode] = (await ask('GET', `/api/twins/${twinId}/failure-modes`)) as { id: number }[];
    expect(mode).toMatchObject({
      name: 'Seizes',
      protectionIds: [protection!.id],
      probability: { value: 8 },
      risk: 8,
    });
    expect(protection).toMatchObject({
      failureModeIds: [mode!.id],
      thresholds: [
        { actions: [{ activityId: activity!.id, failureModeIds: [mode!.id], targetHorizon: 'P7D' }] },
      ],
    });
  });

  test('copies the patterns of a pattern protection, without ranges and models', async () => {
    const aliases = (await ask('GET', `/api/twins/${source}/tag-aliases`)) as { id: number; name: string }[];
    const writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
    const made = await server.ask('POST', '/api/indicators/with-pattern', writer, {
      indicator: {
        twinId: source,
        name: 'A look of wear',
        tagAliasIds: [aliases.find(({ name }) => name === 'Temperature')!.id],
      },
      indicatorPattern: {
        patterns: [{ name: 'Wear', color: '#123ABC' }],
        training: [{ pattern: 'Wear', start: '2024-01-01T00:00:00Z', end: '2024-01-02T00:00:00Z' }],
        strictness: 'strict',
      },
    });
    expect(made.statusCode).toBe(201);
    const { results } = await carryOut([await makeTarget(12)]);
    const copies = (await ask('GET', `/api/twins/${results[0]!.twinId}/protections`)) as {
      name: string;
      subType: string;
      indicatorPattern: { id: number };
    }[];
    const copy = copies.find(({ name }) => name === 'A look of wear')!;
    expect(copy.subType).toBe('pattern');
    expect(await ask('GET', `/api/indicator-patterns/${copy.indicatorPattern.id}`)).toMatchObject({
      patterns: [{ name: 'No match' }, { name: 'Wear', color: '#123ABC' }],
      training: [],
      strictness: 'strict',
      model: null,
    });
    await server.ask('DELETE', `/api/indicators/${made.json().indicator.id}`, writer);
  });

  test('reports for each asset why no twin was created', async () => {
    const taken = await makeTarget(4);
    await makeTwin(server.tenant.db, { assetId: taken });
    const { copied, refused, results } = await carryOut([taken, 999_999]);
    expect({ copied, refused }).toEqual({ copied: 0, refused: 2 });
    expect(results).toEqual([
      { assetId: taken, assetName: 'Pump 4', twinId: null, message: 'The asset Pump 4 already has a twin.' },
      { assetId: 999_999, assetName: 'Asset 999999', twinId: null, message: 'Asset not found.' },
    ]);
  });

  test('resumes after an interruption', async () => {
    const assetIds = [await makeTarget(5), await makeTarget(6)];
    const before = await carryOut([assetIds[0]!]);
    const { copied, results } = await carryOut(assetIds, before);
    expect(copied).toBe(2);
    expect(results.map(({ assetName }) => assetName)).toEqual(['Pump 5', 'Pump 6']);
  });

  test('changes nothing on the asset at which it is canceled', async () => {
    const assetId = await makeTarget(7);
    const cancel = () => {
      throw new Error('canceled');
    };
    await expect(carryOut([assetId], null, cancel)).rejects.toThrow('canceled');
    expect(await ask('GET', `/api/assets?id=${assetId}`)).toMatchObject([{ twinId: null }]);
  });
});

describe('POST /api/twins/:id/copy', () => {
  const copy = (id: number, body: object, headers = engineer) =>
    server.ask('POST', `/api/twins/${id}/copy`, headers, body);

  test('returns its command', async () => {
    const answer = await copy(source, { assetIds: [await makeTarget(8)] });
    expect(answer.statusCode).toBe(202);
    expect(await ask('GET', `/api/commands/${answer.json().commandId}`)).toMatchObject({
      type: 'copy-twin',
      targetType: 'twin',
      targetId: String(source),
      targetName: 'Pump 1',
      status: 'queued',
    });
  });

  test('rejects invalid requests, and users without the right', async () => {
    expect((await copy(source, { assetIds: [] })).statusCode).toBe(400);
    expect((await copy(999_999, { assetIds: [1] })).statusCode).toBe(404);
    const viewer = await makeViewerSession(server.tenant.db);
    expect((await copy(source, { assetIds: [1] }, viewer)).statusCode).toBe(403);
    expect((await copy(source, { assetIds: [1] }, {})).statusCode).toBe(401);
  });
});
