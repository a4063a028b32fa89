import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { LifeData, LifeFitSource } from '@twinward/contracts/risk/life-data';
import type { Twin } from '@twinward/contracts/twins/twin';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let administrator: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  const recordTypes = ['twin', 'risk-analysis'] as const;
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes });
  administrator = await makeSession(server.tenant.db, { groups: ['VIEWERS', 'ADMINISTRATORS'] });
});
afterAll(() => server.close());

const day = 86_400_000;
const begin = Date.UTC(2020, 0, 1);
const at = (days: number) => new Date(begin + days * day);
const fit = async (body: object) =>
  (await server.ask('POST', '/api/life-data', viewer, body)).json<LifeData>();

/**
 * Makes a machine that ran from day 0, was repaired instantly on the given days, and was last observed on day `until`.
 */
async function makeMachine(
  repairs: readonly number[],
  { until, preventive = [], asset = {} }: { until: number; preventive?: number[]; asset?: object },
): Promise<{ assetId: number; twinId: number }> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db, asset);
  const work = await makeTag(db, { type: 'work', assetIds: [assetId] });
  const signal = await makeTag(db, { assetIds: [assetId] });
  const twinId = await makeTwin(db, {
    assetId,
    startDate: at(0),
    missionTime: 'P365D',
    aliases: [{ name: 'Work', type: 'work', mappedTagId: work }],
  });
  const record = (kind: 'corrective' | 'preventive', days: number) =>
    recordWork(db, { tagId: work, name: kind, kind, startedAt: at(days), completedAt: at(days) });
  for (const days of repairs) await record('corrective', days);
  for (const days of preventive) await record('preventive', days);
  await appendPoints(db, [{ tagId: signal, times: [at(until).getTime()], values: [1] }]);
  return { assetId, twinId };
}

async function makeFive(category: string): Promise<{ assetIds: number[]; twinIds: number[] }> {
  const asset = { category, class: 'Presses' };
  await sql`select load_taxonomy(${JSON.stringify({ [category]: { Presses: [] } })}::json)`.execute(
    server.tenant.db,
  );
  const machines = [
    await makeMachine([17], { until: 17, asset }),
    await makeMachine([5], { until: 5, asset }),
    await makeMachine([12], { until: 12, asset }),
    await makeMachine([], { until: 20, asset }),
    await makeMachine([], { until: 25, asset }),
  ];
  return {
    assetIds: machines.map(({ assetId }) => assetId),
    twinIds: machines.map(({ twinId }) => twinId),
  };
}

const classId = async (category: string) => {
  const entries = (await server.ask('GET', '/api/assets/taxonomy/list', viewer)).json<TaxonomyEntry[]>();
  return entries.find((entry) => entry.category.caption === category && entry.class && !entry.type)!.id;
};

describe('life data', () => {
  it('are failures and suspensions derived from completed work and the latest points', async () => {
    const { assetIds } = await makeFive('Forming 1');
    const data = await fit({ source: { type: 'assets', assetIds } });
    expect(data).toMatchObject({
      title: '5 assets',
      assets: 5,
      leftOut: [],
      endingNow: 0,
      problem: null,
      library: null,
    });
    expect(data.lives.map(({ days, failed }) => [days, failed])).toEqual([
      [5, true],
      [12, true],
      [17, true],
      [20, false],
      [25, false],
    ]);
    expect(data.lives[0]).toMatchObject({
      assetId: assetIds[1],
      from: '2020-01-01T00:00:00.000Z',
      to: '2020-01-06T00:00:00.000Z',
      end: 'failure',
      workIds: [expect.any(Number)],
    });
    expect(data.lives.map(({ end }) => end)).toEqual([
      'failure',
      'failure',
      'failure',
      'last-seen',
      'last-seen',
    ]);
    expect(data.fit).toMatchObject({
      method: 'maximum-likelihood',
      scale: expect.closeTo(23.0653, 4),
      shape: expect.closeTo(1.57474, 5),
      logLikelihood: expect.closeTo(-12.4823, 4),
      failures: 3,
      suspensions: 2,
      bounds: { confidence: 0.9 },
      andersonDarling: null,
      warnings: [
        'Only 3 failures: the result may change considerably with the next one.',
        'The shape may be 1 (random failures). Replacement by age would have no benefit.',
      ],
    });
  });

  it('of a class include all its assets, and return the benchmark of the library', async () => {
    await makeFive('Forming 2');
    const taxonomyId = await classId('Forming 2');
    await server.ask('PUT', `/api/library/models/mtbf/${taxonomyId}`, administrator, {
      mtbfDays: 30,
      shape: 2,
      source: 'Ours',
      version: null,
    });
    const source = { type: 'taxonomy', taxonomyId };
    const data = await fit({ source, method: 'weibayes' });
    expect(data).toMatchObject({ title: 'Forming 2 - Presses', assets: 5 });
    expect(data.library).toEqual({
      taxonomyId,
      level: 'class',
      shape: 2,
      characteristicLife: expect.closeTo(33.8514, 4),
      isExample: false,
    });
    expect(data.fit).toMatchObject({ shape: 2, scale: Math.sqrt((25 + 144 + 289 + 400 + 625) / 3) });
    expect((await fit({ source, method: 'weibayes', shape: 3 })).fit!.shape).toBe(3);
    expect((await fit({ source, method: 'median-ranks' })).fit!.shape).toBeGreaterThan(1);
  });

  it('of an asset continue after a repair, and are suspended by preventive work only if it renews the asset', async () => {
    const { assetId } = await makeMachine([100, 250], { until: 300, preventive: [200] });
    const ages = async (more: object) =>
      (await fit({ source: { type: 'asset', assetId }, ...more })).lives.map(({ days, failed }) =>
        failed ? days : `${days}+`,
      );
    expect(await ages({})).toEqual(['50+', 100, 150]);
    expect(await ages({ preventiveRenews: true })).toEqual([50, '50+', 100, '100+']);
    expect(await ages({ until: at(120).toISOString() })).toEqual(['20+', 100]);
  });

  it('of assets without points end at the current or a requested time, and are counted', async () => {
    const { db } = server.tenant;
    const assetId = await makeAsset(db);
    await makeTwin(db, { assetId, startDate: at(0) });
    const late = await makeAsset(db);
    await makeTwin(db, { assetId: late, startDate: at(90) });
    const source = { type: 'assets', assetIds: [assetId, late] };
    const open = await fit({ source });
    expect([open.endingNow, open.lives.map(({ end }) => end)]).toEqual([2, ['now', 'now']]);
    const ended = await fit({ source, until: at(60).toISOString() });
    expect(ended).toMatchObject({
      endingNow: 0,
      lives: [{ assetId, days: 60, end: 'until' }],
      leftOut: [{ assetId: late, reason: 'not-observed', count: 1 }],
    });
  });

  it('of retired assets end when they went out of service', async () => {
    const { db } = server.tenant;
    const assetIds: number[] = [];
    for (const days of [16, 34, 53, 75, 93, 120]) {
      const assetId = await makeAsset(db);
      const tagId = await makeTag(db, { type: 'work', assetIds: [assetId] });
      await makeTwin(db, { assetId, startDate: at(0) });
      await recordWork(db, {
        tagId,
        name: 'Removal',
        kind: 'corrective',
        startedAt: at(days),
        completedAt: at(days),
      });
      assetIds.push(assetId);
    }
    const source = { type: 'assets', assetIds };
    const running = await fit({ source });
    expect([running.endingNow, running.fit!.suspensions]).toEqual([6, 6]);
    expect(running.fit!.shape).toBeLessThan(1);
    for (const [index, assetId] of assetIds.entries()) {
      const retired = at([16, 34, 53, 75, 93, 130][index]!);
      await sql`update asset set out_of_service_at = ${retired} where id = ${assetId}`.execute(db);
    }
    const ended = await fit({ source });
    expect(ended.lives.map(({ days, end }) => [days, end])).toEqual([
      [10, 'out-of-service'],
      ...[16, 34, 53, 75, 93, 120].map((days) => [days, 'failure']),
    ]);
    await sql`update asset set out_of_service_at = ${at(120)} where id = ${assetIds.at(-1)!}`.execute(db);
    const { shape, suspensions } = (await fit({ source })).fit!;
    expect([shape, suspensions]).toEqual([expect.closeTo(1.933, 2), 0]);
  });

  it('return the reason for a missing fit', async () => {
    const { assetId } = await makeMachine([], { until: 100 });
    expect(await fit({ source: { type: 'asset', assetId } })).toMatchObject({
      fit: null,
      problem:
        'Maximum likelihood needs failures at two different ages, or a suspension that is longer than the failures. With a known shape, Weibayes works without failures.',
    });
    expect((await fit({ source: { type: 'asset', assetId }, method: 'weibayes' })).problem).toBe(
      'Weibayes needs a shape: the library has none for these assets.',
    );
    const bare = await makeAsset(server.tenant.db);
    expect(await fit({ source: { type: 'asset', assetId: bare } })).toMatchObject({
      leftOut: [{ assetId: bare, assetName: expect.any(String), reason: 'unknown-start', count: 1 }],
      problem: 'There are no lives: no corrective work was completed and no start date is known.',
    });
  });
});

describe('a fit', () => {
  it('is applied to the probability of a twin, and its source is kept until the parameters change', async () => {
    const { assetIds, twinIds } = await makeFive('Forming 3');
    const path = `/api/life-data/twins/${twinIds[0]}`;
    const source = { type: 'assets', assetIds };
    const twin = (await server.ask('GET', `/api/twins/${twinIds[0]}`, viewer)).json<Twin>();
    expect((await server.ask('GET', path, viewer)).json()).toEqual({ source: null });
    const put = await server.ask('PUT', path, writer, { source, version: twin.version });
    expect(put.statusCode).toBe(200);
    expect(put.json<Twin>().probability).toMatchObject({
      value: 100,
      failureDistributionParameters: { distribution: 'weibull', shape: 1.5747, scale: 'P23DT5643S' },
    });
    const kept = async () => (await server.ask('GET', path, viewer)).json<{ source: LifeFitSource }>().source;
    expect(await kept()).toMatchObject({
      title: '5 assets',
      method: 'maximum-likelihood',
      shape: 1.5747,
      scale: 'P23DT5643S',
      failures: 3,
      suspensions: 2,
      request: { source },
      createdBy: expect.stringMatching(/^user/),
      isCurrent: true,
    });
    const late = await server.ask('PUT', path, writer, { source, version: twin.version });
    expect(late.statusCode).toBe(409);
    await server.ask('PUT', '/api/twins/with-risk', writer, {
      twin: { id: twinIds[0], version: put.json<Twin>().version },
      probability: {
        lifeCycleState: null,
        failureDistributionParameters: { distribution: 'weibull', shape: 2, scale: 'P23D' },
      },
    });
    expect(await kept()).toMatchObject({ isCurrent: false });
  });

  it('is applied to the benchmark of a class, with the fit as its source', async () => {
    const { assetIds } = await makeFive('Forming 4');
    const taxonomyId = await classId('Forming 4');
    const source = { type: 'assets', assetIds };
    const path = `/api/life-data/benchmarks/${taxonomyId}`;
    const put = await server.ask('PUT', path, administrator, { source, version: null });
    expect(put.json()).toMatchObject({
      taxonomyId,
      shape: 1.5747,
      mtbfDays: expect.closeTo(20.7112, 4),
      source: 'Fitted to 3 failures and 2 suspensions of 5 assets, maximum likelihood',
      isExample: false,
    });
    expect((await server.ask('PUT', path, writer, { source, version: 1 })).statusCode).toBe(403);
  });

  it('is applied to the probability of an asset in one analysis only', async () => {
    const { assetIds } = await makeFive('Forming 5');
    const made = await server.ask('POST', '/api/riskanalyses/', writer, [
      { name: 'Presses', startDate: at(0).toISOString(), missionTime: 'P10D', assetIds },
    ]);
    const [{ id }] = made.json<[{ id: number }]>();
    const path = `/api/life-data/riskanalyses/${id}/assets/${assetIds[0]}`;
    const source = { type: 'risk-analysis', riskAnalysisId: id };
    expect((await fit({ source })).title).toBe('Presses');
    for (let time = 0; time < 2; time++) {
      const put = await server.ask('PUT', path, writer, { source });
      expect(put.json()).toMatchObject({
        assetId: assetIds[0],
        probabilitySource: 'analysis',
        shape: 1.5747,
        probabilityFailureDistributionScale: 'P23DT5643S',
        probabilityValue: 23,
      });
    }
    expect((await server.ask('GET', path, viewer)).json()).toMatchObject({
      source: { title: 'Presses', isCurrent: true },
    });
  });

  it('is applied to all its assets in an analysis', async () => {
    const { assetIds } = await makeFive('Forming 6');
    const { assetIds: others } = await makeFive('Forming 7');
    const [{ id }] = (
      await server.ask('POST', '/api/riskanalyses/', writer, [
        {
          name: 'Presses and others',
          startDate: at(0).toISOString(),
          missionTime: 'P10D',
          assetIds: [...assetIds.slice(0, 3), others[0]],
        },
      ])
    ).json<[{ id: number }]>();
    const path = `/api/life-data/riskanalyses/${id}`;
    const source = { type: 'assets', assetIds };
    const asset = async (assetId: number) =>
      (await server.ask('GET', `/api/riskanalyses/${id}/assets/${assetId}`, viewer)).json();
    const before = await asset(assetIds[0]!);
    for (let time = 0; time < 2; time++) {
      expect((await server.ask('PUT', path, writer, { source })).json()).toEqual({ changed: 3 });
    }
    for (const assetId of assetIds.slice(0, 3)) {
      expect(await asset(assetId)).toMatchObject({
        probabilitySource: 'analysis',
        probabilityValue: 23,
        shape: 1.5747,
        version: before.version + 2,
      });
      const kept = await server.ask('GET', `${path}/assets/${assetId}`, viewer);
      expect(kept.json()).toMatchObject({ source: { title: '5 assets', isCurrent: true } });
    }
    expect(await asset(others[0]!)).toMatchObject({ probabilitySource: null });
    const elsewhere = { type: 'assets', assetIds: [...assetIds.slice(3), ...others.slice(1)] };
    const none = await server.ask('PUT', path, writer, { source: elsewhere });
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      'None of the assets that the fit is of is in the analysis.',
    ]);
    expect((await server.ask('PUT', path, viewer, { source })).statusCode).toBe(403);
    expect((await server.ask('PUT', path, {}, { source })).statusCode).toBe(401);
    const gone = await server.ask('PUT', '/api/life-data/riskanalyses/999999999', writer, { source });
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Risk analysis not found.']);
  });

  it('is rejected if the data cannot be fitted, for unknown targets, and for users without the right', async () => {
    const { assetId, twinId } = await makeMachine([], { until: 100 });
    const source = { type: 'asset', assetId };
    const path = `/api/life-data/twins/${twinId}`;
    const none = await server.ask('PUT', path, writer, { source, version: 1 });
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      'Maximum likelihood needs failures at two different ages, or a suspension that is longer than the failures. With a known shape, Weibayes works without failures.',
    ]);
    expect((await server.ask('PUT', path, viewer, { source, version: 1 })).statusCode).toBe(403);
    expect((await server.ask('POST', '/api/life-data', {}, { source })).statusCode).toBe(401);
    const unknown = 999_999_999;
    for (const [body, message] of [
      [{ type: 'asset', assetId: unknown }, 'Asset not found.'],
      [{ type: 'assets', assetIds: [unknown] }, 'Asset not found.'],
      [{ type: 'taxonomy', taxonomyId: unknown }, 'Entry of the taxonomy not found.'],
      [{ type: 'risk-analysis', riskAnalysisId: unknown }, 'Risk analysis not found.'],
    ] as const) {
      const answer = await server.ask('POST', '/api/life-data', viewer, { source: body });
      expect([answer.statusCode, answer.json().message]).toEqual([404, message]);
    }
    const odd = await server.ask('POST', '/api/life-data', viewer, { source, method: 'weibayes', shape: 0 });
    expect(odd.json().errors).toEqual([
      { path: 'shape', message: 'Please enter a number between 0.1 and 20.' },
    ]);
    for (const lost of [`twins/${unknown}`, `riskanalyses/${unknown}/assets/${assetId}`]) {
      expect((await server.ask('GET', `/api/life-data/${lost}`, viewer)).statusCode).toBe(404);
    }
  });
});
