import { notInStore } from '@twinward/contracts/core/error';
import type {
  BudgetChoice,
  ImprovementOffer,
  ImprovementOption,
  ImprovementSets,
} from '@twinward/contracts/risk/improvement';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let count = 0;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['risk-analysis', 'twin'],
  });
});
afterAll(() => server.close());

const start = '2024-01-01T00:00:00.000Z';
const life = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;

/** Makes an analysis of 365 days with assets of 12 % and 100,000 each. */
async function makeAnalysis(assets: number) {
  const { db } = server.tenant;
  const assetIds: number[] = [];
  const twinIds: number[] = [];
  for (let place = 0; place < assets; place++) {
    const assetId = await makeAsset(db);
    const twinId = await makeTwin(db, {
      assetId,
      startDate: new Date(start),
      missionTime: 'P365D',
      failureDistribution: life,
      consequence: { value: 100_000, description: '' },
    });
    assetIds.push(assetId);
    twinIds.push(twinId);
  }
  count += 1;
  const made = await server.ask('POST', '/api/riskanalyses/', writer, [
    { name: `Options ${count}`, startDate: start, missionTime: 'P365D', assetIds },
  ]);
  const path = `/api/riskanalyses/${made.json<[RiskAnalysis]>()[0].id}`;
  const add = async (place: number, option: object) => {
    const answer = await server.ask('POST', `${path}/assets/${assetIds[place]}/options`, writer, option);
    expect([answer.statusCode, answer.json().message]).toEqual([201, undefined]);
    return answer.json<ImprovementOption>();
  };
  return { path, assetIds, twinIds, add };
}

const probability = (percent: number) => ({ type: 'probability', percent }) as const;
const newLife = (characteristicLife: string, shape: number | null = null) =>
  ({ type: 'life', shape, characteristicLife }) as const;

describe('the options of an asset', () => {
  it('have a name, a cost and an effect, and return by how much each reduces the risk', async () => {
    const { path, assetIds, add } = await makeAnalysis(1);
    const seal = await add(0, { name: 'New seal', cost: 500, effect: newLife('P2000D') });
    expect(seal).toEqual({
      id: expect.any(Number),
      assetId: assetIds[0],
      failureModeId: null,
      failureMode: null,
      name: 'New seal',
      cost: 500,
      effect: newLife('P2000D'),
      fit: null,
      // The probability of 12 % becomes 3 %.
      gain: 9000,
      noEffect: null,
      version: 1,
    });
    await add(0, { name: 'Spare pump', effect: probability(1) });
    await add(0, { name: 'Worse', effect: probability(50) });
    const list = await server.ask('GET', `${path}/assets/${assetIds[0]}/options`, viewer);
    expect(
      list.json<ImprovementOption[]>().map(({ name, gain, noEffect }) => [name, gain, noEffect]),
    ).toEqual([
      ['New seal', 9000, null],
      ['Spare pump', 11_000, null],
      ['Worse', 0, 'It does not make a failure less likely.'],
    ]);
    const offers = (await server.ask('GET', `${path}/improvements`, viewer)).json<ImprovementOffer[]>();
    expect(offers.map(({ name, optionId }) => [name, typeof optionId])).toEqual([
      ['Spare pump', 'number'],
      ['New seal', 'number'],
      ['Worse', 'number'],
    ]);
  });

  it('are updated at their version and deleted, and each change invalidates scenarios', async () => {
    const { path, assetIds, add } = await makeAnalysis(1);
    const option = await add(0, { name: 'New seal', cost: 500, effect: newLife('P2000D') });
    const url = `${path}/assets/${assetIds[0]}/options/${option.id}`;
    const validAfter = async (method: 'PUT' | 'DELETE', body?: object) => {
      await server.ask('POST', `${path}/scenarios`, writer, { name: `Before ${method}` });
      const answer = await server.ask(method, url, writer, body);
      expect(answer.statusCode).toBeLessThan(300);
      const { validScenarios } = (await server.ask('GET', path, viewer)).json<RiskAnalysis>();
      return [answer, validScenarios] as const;
    };
    const change = { name: 'Better seal', cost: 700, effect: probability(2) };
    const [changed, valid] = await validAfter('PUT', { ...change, version: 1 });
    expect(changed.json()).toMatchObject({ ...change, version: 2, gain: 10_000 });
    expect(valid).toEqual([]);
    const late = await server.ask('PUT', url, writer, { ...change, version: 1 });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'The option Better seal was changed by someone else: it is at version 2 now, your change was made on version 1.',
    ]);
    expect((await validAfter('DELETE'))[1]).toEqual([]);
    expect((await server.ask('DELETE', url, writer)).statusCode).toBe(404);
    expect((await server.ask('PUT', url, writer, { ...change, version: 2 })).statusCode).toBe(404);
  });

  it('can be a fit of life data, which is kept while the life does not change', async () => {
    const { path, assetIds, add } = await makeAnalysis(1);
    const { db } = server.tenant;
    const tagId = await makeTag(db, { type: 'work', assetIds: [assetIds[0]!] });
    for (const day of [200, 500, 800]) {
      const at = new Date(Date.parse(start) + day * 86_400_000);
      await recordWork(db, { tagId, name: 'Repair', kind: 'corrective', startedAt: at, completedAt: at });
    }
    const request = { source: { type: 'asset', assetId: assetIds[0] }, until: '2026-06-01T00:00:00.000Z' };
    const option = await add(0, { name: 'As the others', effect: { type: 'fit', request } });
    expect(option.fit).toMatchObject({ failures: 3, suspensions: 1, method: 'maximum-likelihood' });
    expect(option.effect).toMatchObject({ type: 'life', shape: expect.any(Number) });
    const url = `${path}/assets/${assetIds[0]}/options/${option.id}`;
    const renamed = await server.ask('PUT', url, writer, {
      name: 'Renamed',
      effect: option.effect,
      version: 1,
    });
    expect(renamed.json()).toMatchObject({ name: 'Renamed', fit: option.fit });
    const other = await server.ask('PUT', url, writer, {
      name: 'Typed',
      effect: newLife('P900D'),
      version: 2,
    });
    expect(other.json().fit).toBeNull();
    const without = { source: { type: 'asset', assetId: await makeAsset(db) } };
    const refused = await server.ask('POST', `${path}/assets/${assetIds[0]}/options`, writer, {
      name: 'No lives',
      effect: { type: 'fit', request: without },
    });
    expect(refused.statusCode).toBe(400);
  });

  it('for a failure mode have no effect while the twin has its own probability, and return the reason', async () => {
    const { path, assetIds, twinIds, add } = await makeAnalysis(2);
    const createMode = async (twinId: number) =>
      (await server.ask('POST', '/api/failure-modes', writer, { twinId, name: 'Leak' })).json<{
        id: number;
      }>().id;
    const failureModeId = await createMode(twinIds[0]!);
    const none = await add(0, { name: 'Coating', failureModeId, cost: 10, effect: probability(1) });
    expect(none).toMatchObject({
      failureMode: 'Leak',
      gain: 0,
      noEffect: 'The failure mode has no probability that can be improved.',
    });
    const ofOther = await createMode(twinIds[1]!);
    const strange = await server.ask('POST', `${path}/assets/${assetIds[0]}/options`, writer, {
      name: 'Coating',
      failureModeId: ofOther,
      effect: probability(1),
    });
    expect(strange.json().errors).toEqual([{ path: 'failureModeId', message: notInStore(ofOther) }]);
    await server.ask('DELETE', `/api/failure-modes/${failureModeId}`, writer);
    expect((await server.ask('GET', `${path}/assets/${assetIds[0]}/options`, viewer)).json()).toEqual([]);
  });

  it('are rejected for a name in use, a duration of 0, too many options, and users without the right', async () => {
    const { path, assetIds, add } = await makeAnalysis(1);
    const url = `${path}/assets/${assetIds[0]}/options`;
    const option = { name: 'New seal', effect: probability(1) };
    await add(0, option);
    const post = (body: object, headers = writer, at = url) => server.ask('POST', at, headers, body);
    const twice = await post(option);
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      "There is an option 'New seal' already. Please choose another name.",
    ]);
    for (const effect of [probability(101), newLife('P0D'), newLife('P99999999Y'), { type: 'benchmark' }]) {
      expect((await post({ name: 'x', effect })).statusCode).toBe(400);
    }
    expect((await post({ ...option, name: '' })).statusCode).toBe(400);
    expect((await post(option, viewer)).statusCode).toBe(403);
    expect((await server.ask('GET', url, {})).statusCode).toBe(401);
    expect((await post(option, writer, `${path}/assets/999999999/options`)).statusCode).toBe(404);
    expect((await server.ask('GET', `${path}/assets/999999999/options`, viewer)).statusCode).toBe(404);
    for (let more = 1; more < 50; more++) await add(0, { ...option, name: `Option ${more}` });
    const full = await post({ ...option, name: 'One more' });
    expect([full.statusCode, full.json().message]).toEqual([409, 'An asset may have 50 options.']);
  });
});

describe('a budget', () => {
  it('chooses at most one option per asset, and a scenario is created from that choice', async () => {
    const { path, assetIds, add } = await makeAnalysis(3);
    const [cheap, dear] = [
      await add(0, { name: 'Cheap', cost: 30, effect: probability(8) }),
      await add(0, { name: 'Dear', cost: 60, effect: probability(2) }),
    ];
    const seal = await add(1, { name: 'Seal', cost: 45, effect: probability(7) });
    await add(2, { name: 'Unknown', effect: probability(1) });
    const choose = async (budget: number) =>
      (await server.ask('POST', `${path}/budget`, viewer, { budget })).json<BudgetChoice>();
    expect(await choose(60)).toMatchObject({
      options: [{ assetId: assetIds[0], optionId: dear.id }],
      gain: 10_000,
      cost: 60,
      isExact: true,
      withoutCost: 1,
    });
    const both = {
      options: [
        { assetId: assetIds[0], optionId: cheap.id },
        { assetId: assetIds[1], optionId: seal.id },
      ],
      assetIds: assetIds.slice(0, 2),
      gain: 9000,
      cost: 75,
    };
    // 80 would pay for Cheap and Seal, but Dear alone has a larger gain.
    expect(await choose(80)).toMatchObject({ gain: 10_000, cost: 60 });
    await server.ask('PUT', `${path}/improvements/costs`, writer, [
      { assetId: assetIds[0], optionId: dear.id, cost: 500 },
    ]);
    expect(await choose(80)).toMatchObject(both);

    const made = await server.ask('POST', `${path}/scenarios`, writer, { name: 'Eighty', budget: 80 });
    const scenario = made.json<Scenario>();
    expect(scenario).toMatchObject({
      budget: both,
      total: { risk: 36_000, improvedRisk: 27_000, improved: 2, withoutEffect: 1, cost: 75, withoutCost: 0 },
    });
    const url = `${path}/scenarios/${scenario.id}/assets/filters`;
    const assets = (await server.ask('POST', url, viewer, {})).json<ScenarioAsset[]>();
    const byId = new Map(assets.map((asset) => [asset.assetId, asset]));
    expect(byId.get(assetIds[0]!)).toMatchObject({
      improve: true,
      cost: 30,
      probability: 12,
      improvedProbability: 8,
      gain: 4000,
      options: [{ name: 'Cheap', failureMode: null, cost: 30 }],
    });
    expect(byId.get(assetIds[2]!)).toMatchObject({
      improve: true,
      cost: null,
      gain: 0,
      options: [],
      noEffect: 'Options without a cost are not included in a budget.',
    });
    const all = await server.ask('POST', `${path}/scenarios`, writer, { name: 'All' });
    expect(all.json()).toMatchObject({
      total: { improvedRisk: 10_000, improved: 3, cost: 545, withoutCost: 1 },
      budget: null,
    });
  });

  it('combines options of failure modes if the twin has no probability of its own', async () => {
    const { db } = server.tenant;
    const assetId = await makeAsset(db);
    const twinId = await makeTwin(db, { assetId, startDate: new Date(start), missionTime: 'P365D' });
    const createMode = async (name: string, scale: string) => {
      const made = await server.ask('POST', '/api/failure-modes', writer, {
        twinId,
        name,
        probability: {
          lifeCycleState: 'new',
          failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale },
        },
        consequence: { lifeCycleState: 'new', value: 100_000 },
      });
      expect(made.statusCode).toBe(201);
      return made.json<{ id: number }>().id;
    };
    // Probabilities of 41.3 % and 12.5 %, with 100,000 each.
    const [leak, wear] = [await createMode('Leak', 'P500D'), await createMode('Wear', 'P1000D')];
    const made = await server.ask('POST', '/api/riskanalyses/', writer, [
      { name: 'Modes', startDate: start, missionTime: 'P365D', assetIds: [assetId] },
    ]);
    const path = `/api/riskanalyses/${made.json<[RiskAnalysis]>()[0].id}`;
    const add = async (option: object) =>
      (
        await server.ask('POST', `${path}/assets/${assetId}/options`, writer, option)
      ).json<ImprovementOption>();
    const seal = await add({ name: 'Seal', failureModeId: leak, cost: 40, effect: probability(10) });
    const oil = await add({ name: 'Oil', failureModeId: wear, cost: 20, effect: probability(2) });
    expect(seal).toMatchObject({ failureMode: 'Leak', noEffect: null, gain: expect.closeTo(31_309.9, 0) });
    const choose = async (budget: number) =>
      (await server.ask('POST', `${path}/budget`, viewer, { budget })).json<BudgetChoice>();
    expect((await choose(39)).options).toEqual([{ assetId, optionId: oil.id }]);
    expect((await choose(59)).options).toEqual([{ assetId, optionId: seal.id }]);
    expect((await choose(60)).options).toEqual([
      { assetId, optionId: seal.id },
      { assetId, optionId: oil.id },
    ]);
    const scenario = (
      await server.ask('POST', `${path}/scenarios`, writer, { name: 'Both', budget: 60 })
    ).json<Scenario>();
    const analysis = (await server.ask('GET', path, viewer)).json<RiskAnalysis>();
    expect(scenario.total.risk).toBeCloseTo(analysis.risk!, 6);
    // Probabilities of 10 % and 2 %, with 100,000 each.
    expect(scenario.total.improvedRisk).toBeCloseTo(12_000, 6);
  });

  it('chooses from sets with increasing cost and gain', async () => {
    const { path, assetIds, add } = await makeAnalysis(2);
    await add(0, { name: 'Dear', cost: 60, effect: probability(2) });
    await add(0, { name: 'Useless', cost: 70, effect: probability(3) });
    await add(0, { name: 'Cheap', cost: 30, effect: probability(8) });
    const sets = (await server.ask('GET', `${path}/improvements/sets`, viewer)).json<ImprovementSets>();
    expect(sets).toMatchObject({ risk: 24_000, withoutCost: 0 });
    expect(sets.assets).toHaveLength(1);
    expect(sets.assets[0]).toMatchObject({ assetId: assetIds[0] });
    expect(sets.assets[0]!.sets.map(({ cost, gain, options }) => [cost, gain, options[0]!.name])).toEqual([
      [30, 4000, 'Cheap'],
      [60, 10_000, 'Dear'],
    ]);
  });

  it('includes the benchmark of a marked asset as one more option', async () => {
    const { path, assetIds, add } = await makeAnalysis(1);
    const { version } = (
      await server.ask('GET', `${path}/assets/${assetIds[0]}`, viewer)
    ).json<RiskAnalysisAsset>();
    await server.ask('PUT', `${path}/assets/${assetIds[0]}`, writer, { improve: true, version });
    await add(0, { name: 'Seal', cost: 45, effect: probability(7) });
    const offers = (await server.ask('GET', `${path}/improvements`, viewer)).json<ImprovementOffer[]>();
    expect(offers.map(({ optionId, name, noEffect }) => [optionId === null, name, noEffect])).toEqual([
      [false, 'Seal', null],
      [true, 'Benchmark', 'The library has no benchmark for its taxonomy.'],
    ]);
  });

  it('rejects costs of options that the asset does not have', async () => {
    const { path, assetIds, add } = await makeAnalysis(2);
    const { id } = await add(0, { name: 'Seal', cost: 45, effect: probability(7) });
    const answer = await server.ask('PUT', `${path}/improvements/costs`, writer, [
      { assetId: assetIds[1], optionId: id, cost: 1 },
    ]);
    expect(answer.json().errors).toEqual([
      { path: '0.optionId', message: `The asset ${assetIds[1]} has no option ${id}.` },
    ]);
    const [option] = (await server.ask('GET', `${path}/assets/${assetIds[0]}/options`, viewer)).json<
      ImprovementOption[]
    >();
    expect(option!.cost).toBe(45);
    expect(
      (await server.ask('GET', '/api/riskanalyses/999999999/improvements/sets', viewer)).statusCode,
    ).toBe(404);
  });
});
