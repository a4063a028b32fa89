import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import type { ImprovementOffer } from '@twinward/contracts/risk/improvement';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { upsertMeasuredMtbf } from '../../assets/asset/service.ts';
import { writeBenchmark } from '../../assets/benchmark/service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let engineer: Record<string, string>;
let count = 0;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['risk-analysis'] });
  engineer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
});
afterAll(() => server.close());

const start = '2024-01-01T00:00:00.000Z';
const life = (scale: string, shape = 2) => ({ distribution: 'weibull', type: 'cdf', shape, scale }) as const;

interface MakeAnalysed {
  scale?: string | null;
  cost?: number | null;
  improve?: boolean;
  consequence?: number;
  asset?: object;
}

const putBenchmark = (
  taxonomyId: number,
  { mtbfDays, shape = 1, isExample = false }: { mtbfDays: number; shape?: number; isExample?: boolean },
) =>
  withTransaction(server.tenant.db, (db) =>
    writeBenchmark(db, null, taxonomyId, {
      mtbfDays,
      shape,
      source: 'Ours',
      score: null,
      distribution: 'weibull',
      isExample,
    }),
  );

/** Makes an analysis of 365 days with assets of the given lives, in a class with a benchmark life of 2000 days. */
async function makeAnalysis(
  assets: MakeAnalysed[],
): Promise<{ path: string; assetIds: number[]; categoryId: number }> {
  const { db } = server.tenant;
  count += 1;
  const category = `Scenario ${count}`;
  await sql`select load_taxonomy(${JSON.stringify({ [category]: { Pumps: [] } })}::json)`.execute(db);
  const { id: categoryId } = await db
    .selectFrom('taxonomy_entry')
    .select('id')
    .where('category', '=', category)
    .where('class', 'is', null)
    .executeTakeFirstOrThrow();
  await putBenchmark(categoryId, { mtbfDays: 2000 });
  const assetIds: number[] = [];
  for (const { scale = 'P1000D', consequence = 100_000, asset = {} } of assets) {
    const assetId = await makeAsset(db, { category, class: 'Pumps', ...asset });
    await makeTwin(db, {
      assetId,
      startDate: new Date(start),
      missionTime: 'P365D',
      ...(scale === null ? {} : { failureDistribution: life(scale) }),
      consequence: { value: consequence, description: '' },
    });
    assetIds.push(assetId);
  }
  const made = await server.ask('POST', '/api/riskanalyses/', writer, [
    { name: category, startDate: start, missionTime: 'P365D', assetIds },
  ]);
  const path = `/api/riskanalyses/${made.json<[RiskAnalysis]>()[0].id}`;
  for (const [place, { improve = true, cost }] of assets.entries()) {
    if (improve) await mark(path, assetIds[place]!);
    if (cost !== undefined)
      await server.ask('PUT', `${path}/improvements/costs`, writer, [{ assetId: assetIds[place], cost }]);
  }
  return { path, assetIds, categoryId };
}

async function mark(path: string, assetId: number, improve = true) {
  const { version } = (
    await server.ask('GET', `${path}/assets/${assetId}`, viewer)
  ).json<RiskAnalysisAsset>();
  return server.ask('PUT', `${path}/assets/${assetId}`, writer, { improve, version });
}

const make = async (path: string, body: object) =>
  (await server.ask('POST', `${path}/scenarios`, writer, body)).json<Scenario>();
const listAssets = async ({ riskAnalysisId, id }: Scenario) => {
  const path = `/api/riskanalyses/${riskAnalysisId}/scenarios/${id}/assets/filters`;
  return (await server.ask('POST', path, viewer, {})).json<ScenarioAsset[]>();
};

describe('a what-if scenario', () => {
  it('gives improved assets the life of their benchmark, and returns the effect', async () => {
    const { path, assetIds } = await makeAnalysis([
      {},
      { scale: 'P3000D' },
      { improve: false },
      { scale: null },
    ]);
    const scenario = await make(path, { name: 'All pumps' });
    expect(scenario).toMatchObject({
      name: 'All pumps',
      isValid: true,
      analysis: { startDate: start, missionTime: 'P365D', probabilityThreshold: 50, assets: 4 },
      total: {
        // 12 %, 1 % and 12 % of 100,000 before; the first becomes 3 %.
        risk: 25_000,
        improvedRisk: 16_000,
        improved: 1,
        withoutEffect: 2,
        cost: null,
        withoutCost: 1,
        examples: 0,
        overThreshold: 0,
        improvedOverThreshold: 0,
      },
      budget: null,
    });
    const assets = await listAssets(scenario);
    expect(assets.find(({ assetId }) => assetId === assetIds[0])).toEqual({
      assetId: assetIds[0],
      assetName: expect.any(String),
      taxonomy: expect.stringMatching(/^Scenario \d+ - Pumps$/),
      improve: true,
      options: [{ name: 'Benchmark', failureMode: null, cost: null }],
      noEffect: null,
      cost: null,
      shape: 2,
      characteristicLife: 1000,
      improvedCharacteristicLife: expect.closeTo(2000, 6),
      benchmark: { characteristicLife: expect.closeTo(2000, 6), level: 'category', isExample: false },
      probability: 12,
      improvedProbability: 3,
      consequence: 100_000,
      risk: 12_000,
      improvedRisk: 3000,
      gain: 9000,
      returnOnCost: null,
      failureModes: [],
    });
    const named = async (filter: object) => {
      const found = await server.ask('POST', `${path}/scenarios/${scenario.id}/assets/filters`, viewer, {
        filters: [filter],
      });
      expect([found.statusCode, found.json().message]).toEqual([200, undefined]);
      return found.json<ScenarioAsset[]>().map(({ assetId }) => assetIds.indexOf(assetId));
    };
    const field = { field: 'ComparativeMtbf', dataType: 'N' };
    expect((await named({ ...field, operator: 'LessThan', value: 0 })).sort()).toEqual([0, 2]);
    expect(await named({ ...field, operator: 'GreaterThanEqualTo', value: 0 })).toEqual([1]);
    expect(await named({ ...field, operator: 'IsNull' })).toEqual([3]);
    const over = { field: 'Opportunity', operator: 'EqualTo', dataType: 'B' };
    expect(await named({ ...over, value: true })).toEqual([]);
    expect((await named({ ...over, value: false })).sort()).toEqual([0, 1, 2]);
    const noEffect = new Map(assets.map((asset) => [asset.assetId, asset.noEffect]));
    expect(assetIds.map((id) => noEffect.get(id))).toEqual([
      null,
      'It is already as good as its benchmark.',
      null,
      'It has no probability that can be improved.',
    ]);
  });

  it('is a snapshot that a change of dates invalidates, and is recalculated as a new scenario', async () => {
    const { path } = await makeAnalysis([{}]);
    const scenario = await make(path, { name: 'Better pumps' });
    const analysis = async () => (await server.ask('GET', path, viewer)).json<RiskAnalysis>();
    expect((await analysis()).validScenarios).toHaveLength(1);
    const { version } = await analysis();
    const changed = await server.ask('PUT', path, writer, { missionTime: 'P730D', version });
    expect(changed.json<RiskAnalysis>().validScenarios).toEqual([]);
    const old = (await server.ask('GET', `${path}/scenarios/${scenario.id}`, viewer)).json<Scenario>();
    expect(old).toEqual({ ...scenario, isValid: false });
    const anew = await server.ask('POST', `${path}/scenarios/${scenario.id}/recalculate`, writer);
    expect(anew.statusCode).toBe(201);
    expect(anew.json()).toMatchObject({
      name: 'Better pumps (2)',
      isValid: true,
      analysis: { missionTime: 'P730D' },
      total: { risk: 41_000, improvedRisk: 12_000 },
    });
    const again = await server.ask(
      'POST',
      `${path}/scenarios/${anew.json<Scenario>().id}/recalculate`,
      writer,
    );
    expect(again.json<Scenario>().name).toBe('Better pumps (3)');
    const list = (await server.ask('GET', `${path}/scenarios`, viewer)).json<Scenario[]>();
    expect(list.map(({ name, isValid }) => [name, isValid])).toEqual([
      ['Better pumps (3)', true],
      ['Better pumps (2)', true],
      ['Better pumps', false],
    ]);
    expect((await server.ask('DELETE', `${path}/scenarios/${list[0]!.id}`, writer)).statusCode).toBe(204);
    expect((await analysis()).validScenarios).toHaveLength(1);
  });

  it('becomes invalid when an asset is added or marked', async () => {
    const { path, assetIds } = await makeAnalysis([{}, { improve: false }]);
    const isValid = async ({ id }: Scenario) =>
      (await server.ask('GET', `${path}/scenarios/${id}`, viewer)).json<Scenario>().isValid;
    const first = await make(path, { name: 'First' });
    await mark(path, assetIds[1]!);
    expect(await isValid(first)).toBe(false);
    const second = await make(path, { name: 'Second' });
    await server.ask('POST', `${path}/assets`, writer, [await makeAsset(server.tenant.db)]);
    expect(await isValid(second)).toBe(false);
  });

  it('scales the lives of failure modes like the life of the asset', async () => {
    const { path, assetIds } = await makeAnalysis([{}]);
    const { twinId } = (await server.ask('GET', `${path}/assets/${assetIds[0]}`, viewer)).json();
    const mode = await server.ask('POST', '/api/failure-modes', engineer, {
      twinId,
      name: 'Leak',
      probability: { lifeCycleState: 'new', failureDistributionParameters: life('P3000D', 1) },
    });
    expect(mode.statusCode).toBe(201);
    const [asset] = await listAssets(await make(path, { name: 'With modes' }));
    expect(asset!.failureModes).toEqual([
      {
        name: 'Leak',
        before: expect.closeTo(100 * -Math.expm1(-365 / 3000), 9),
        after: expect.closeTo(100 * -Math.expm1(-365 / 6000), 6),
      },
    ]);
  });

  it('contains the best set of improvements within a budget, and leaves out the others', async () => {
    const { path, assetIds } = await makeAnalysis([
      { cost: 60, consequence: 120_000 },
      { cost: 50 },
      { cost: 50 },
      { cost: null },
    ]);
    const offers = (await server.ask('GET', `${path}/improvements`, viewer)).json<ImprovementOffer[]>();
    expect(offers.map(({ gain, cost }) => [gain, cost])).toEqual([
      [10_800, 60],
      [9000, 50],
      [9000, 50],
      [9000, null],
    ]);
    const choice = {
      budget: 100,
      assetIds: [assetIds[1], assetIds[2]],
      options: [1, 2].map((place) => ({ assetId: assetIds[place], optionId: null })),
      cost: 100,
      gain: 18_000,
      isExact: true,
      bound: 18_000,
      withoutCost: 1,
      examples: 0,
    };
    expect((await server.ask('POST', `${path}/budget`, viewer, { budget: 100 })).json()).toEqual(choice);
    const scenario = await make(path, { name: 'A hundred', budget: 100 });
    expect(scenario).toMatchObject({ budget: choice, total: { improved: 2, withoutEffect: 2, cost: 100 } });
    const [dearest] = (await listAssets(scenario)).filter(({ assetId }) => assetId === assetIds[0]);
    expect(dearest).toMatchObject({ noEffect: 'It is not within the budget.', gain: 0, improve: true });
  });

  it('is marked if it uses a benchmark that is an example, up to its totals', async () => {
    const { path, assetIds, categoryId } = await makeAnalysis([{ cost: 10 }, { improve: false }]);
    await putBenchmark(categoryId, { mtbfDays: 2000, isExample: true });
    const entry = await server.ask('GET', `${path}/assets/${assetIds[0]}`, viewer);
    expect(entry.json<RiskAnalysisAsset>().benchmarkIsExample).toBe(true);
    const [offer] = (await server.ask('GET', `${path}/improvements`, viewer)).json<ImprovementOffer[]>();
    expect(offer).toMatchObject({ name: 'Benchmark', isExample: true });
    const scenario = await make(path, { name: 'By example', budget: 10 });
    expect(scenario).toMatchObject({ total: { improved: 1, examples: 1 }, budget: { examples: 1 } });
    const [asset] = await listAssets(scenario);
    expect(asset!.benchmark).toMatchObject({ isExample: true });
  });

  it('is exported as a workbook', async () => {
    const { path } = await makeAnalysis([{ cost: 10 }]);
    const { id } = await make(path, { name: 'Sheet' });
    const answer = await server.ask('GET', `${path}/scenarios/${id}/assets.xlsx`, viewer);
    const [, values] = readSheets(answer.rawPayload).Scenario!;
    expect(values!.slice(2)).toEqual([
      true,
      'Benchmark',
      'Of its category',
      1000,
      expect.closeTo(2000, 6),
      12,
      3,
      100_000,
      12_000,
      3000,
      -9000,
      10,
      900,
      null,
    ]);
  });

  it('is rejected for names in use, invalid costs, and users without the right', async () => {
    const { path } = await makeAnalysis([{}]);
    await make(path, { name: 'Twice' });
    const twice = await server.ask('POST', `${path}/scenarios`, writer, { name: 'Twice' });
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      "There is a scenario 'Twice' already. Please choose another name.",
    ]);
    expect((await server.ask('POST', `${path}/scenarios`, writer, { name: '' })).statusCode).toBe(400);
    const stranger = await makeAsset(server.tenant.db);
    const costs = await server.ask('PUT', `${path}/improvements/costs`, writer, [
      { assetId: stranger, cost: 1 },
    ]);
    expect(costs.json().errors).toEqual([
      { path: '0.assetId', message: `The asset ${stranger} is not in the analysis.` },
    ]);
    expect((await server.ask('POST', `${path}/scenarios`, viewer, { name: 'x' })).statusCode).toBe(403);
    expect((await server.ask('GET', `${path}/scenarios`, {})).statusCode).toBe(401);
    for (const [method, url] of [
      ['GET', '/api/riskanalyses/999999999/scenarios'],
      ['POST', '/api/riskanalyses/999999999/scenarios'],
      ['GET', `${path}/scenarios/999999999`],
      ['DELETE', `${path}/scenarios/999999999`],
      ['POST', `${path}/scenarios/999999999/recalculate`],
    ] as const) {
      const answer = await server.ask(method, url, writer, method === 'POST' ? { name: 'x' } : undefined);
      expect(answer.statusCode).toBe(404);
    }
  });
});

it('a change of a benchmark recalculates the analyses that are compared with it', async () => {
  const { path, assetIds, categoryId } = await makeAnalysis([{}]);
  const comparative = async () =>
    (await server.ask('GET', `${path}/assets/${assetIds[0]}`, viewer)).json<RiskAnalysisAsset>()
      .comparativeMtbf;
  expect(await comparative()).toMatch(/^-P1000D|^-P999DT/);
  await putBenchmark(categoryId, { mtbfDays: 500 });
  expect(await comparative()).toMatch(/^P500D|^P499DT|^P500DT/);
});

it('an asset without a distribution is compared by its measured MTBF: MTBF / gamma(1 + 1 / shape)', async () => {
  const { db } = server.tenant;
  const { path, assetIds, categoryId } = await makeAnalysis([{ scale: null, improve: false }]);
  const assetId = assetIds[0]!;
  const comparative = async () =>
    (await server.ask('GET', `${path}/assets/${assetId}`, viewer)).json<RiskAnalysisAsset>().comparativeMtbf;
  const measure = (mtbf: string | null) =>
    withTransaction(db, async (transaction) => {
      await upsertMeasuredMtbf(transaction, assetId, {
        mtbf,
        calculatedAt: new Date(),
        basis: {} as MtbfBasis,
      });
      await riskInputsChanged.emit(transaction, { assetIds: [assetId] });
    });
  // gamma(1.5) = 0.886227: the library's characteristic life is 2000 days; that of an MTBF of 886 days is 999.7 days.
  await putBenchmark(categoryId, { mtbfDays: 1772.4538509, shape: 2 });
  expect(await comparative()).toBeNull();
  await measure('P886D');
  expect(await comparative()).toMatch(/^-P1000DT2/);
  await measure('P1773D');
  expect(await comparative()).toMatch(/^P0DT5/);
  await measure(null);
  expect(await comparative()).toBeNull();
});
