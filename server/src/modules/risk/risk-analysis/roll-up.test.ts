import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let writer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['risk-analysis', 'twin', 'asset'],
  });
});
afterAll(() => server.close());

async function ask<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const answer = await server.ask(method, url, writer, body);
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body === '' ? (undefined as T) : answer.json();
}

const startDate = '2024-01-01T00:00:00.000Z';
const endDate = '2024-12-31T00:00:00.000Z';

interface CreatedMode {
  id: number;
  name: string;
  version: number;
}

const addMode = (twinId: number, name: string, percent: number, cost: number | null) =>
  ask<CreatedMode>('POST', '/api/failure-modes', {
    twinId,
    name,
    probability: { lifeCycleState: 'new', value: percent },
    ...(cost === null ? {} : { consequence: { lifeCycleState: 'new', value: cost } }),
  });

/** Makes an analysis of 365 days with a twin that has three failure modes, but no probability. */
async function makeRolledUp(twin: object = {}) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const twinId = await makeTwin(db, {
    assetId,
    startDate: new Date(startDate),
    missionTime: 'P365D',
    ...twin,
  });
  const modes = [
    await addMode(twinId, 'Leak', 10, 1000),
    await addMode(twinId, 'Seizure', 20, 2000),
    await addMode(twinId, 'Noise', 30, null),
  ];
  const [{ id }] = await ask<[RiskAnalysis]>('POST', '/api/riskanalyses/', [
    { name: 'Failure modes', startDate, endDate, assetIds: [assetId] },
  ]);
  const path = `/api/riskanalyses/${id}`;
  const entry = () => ask<RiskAnalysisAsset>('GET', `${path}/assets/${assetId}`);
  const total = async () => (await ask<RiskAnalysis>('GET', path)).risk;
  return { assetId, twinId, modes, path, entry, total };
}

describe('an asset with only failure modes', () => {
  test('has the roll-up of its modes in its row, the total, lists, the portfolio and scenarios', async () => {
    const { assetId, path, entry, total } = await makeRolledUp();
    expect(await entry()).toMatchObject({
      probabilityValue: 49,
      probabilitySource: 'failure-modes',
      consequenceValue: null,
      consequenceSource: 'failure-modes',
      shape: null,
      distributionType: null,
      probabilityFailureDistributionScale: null,
      risk: expect.closeTo(500, 9),
      opportunity: false,
    });
    expect(await total()).toBeCloseTo(500, 9);
    const filters = [
      { field: 'ProbabilitySource', operator: 'EqualTo', dataType: 'C', value: 'failure-modes' },
    ];
    expect(await ask('POST', `${path}/assets/filters`, { filters })).toMatchObject([{ assetId }]);
    const portfolio = await ask<Portfolio>('GET', `${path}/portfolio`);
    expect(portfolio.pareto).toMatchObject([{ assetId, probability: 49, consequence: null }]);
    // 500 / 49.6 % is a mean cost of 1,008 per failure.
    expect(portfolio.matrix).toMatchObject([{ probability: 2, consequence: 1, assets: 1 }]);
    const over = await ask<{ risk: number[] }>('GET', `${path}/risk-over-time`);
    expect([over.risk[0], over.risk.at(-1)]).toEqual([0, expect.closeTo(500, 9)]);
    const { version } = await entry();
    await ask('PUT', `${path}/assets/${assetId}`, { improve: true, version });
    const scenario = await ask<Scenario>('POST', `${path}/scenarios`, { name: 'As it is' });
    expect(scenario.total.risk).toBeCloseTo(500, 9);
    expect(scenario.total.improvedRisk).toBeCloseTo(500, 9);
    const [asset] = await ask<ScenarioAsset[]>('POST', `${path}/scenarios/${scenario.id}/assets/filters`, {});
    expect(asset).toMatchObject({ probability: 49, noEffect: expect.stringMatching(/failure modes/) });
  });

  test('uses its own cost of failure for its risk', async () => {
    const { entry, total } = await makeRolledUp({ consequence: { value: 10_000, description: '' } });
    const own = { consequenceValue: 10_000, consequenceSource: 'twin', risk: 4900 };
    expect(await entry()).toMatchObject({ probabilitySource: 'failure-modes', ...own });
    expect(await total()).toBe(4900);
  });

  test('follows its failure modes, with their probabilities in the analysis', async () => {
    const { assetId, twinId, modes, path, entry } = await makeRolledUp();
    const probability = { failureModeId: modes[2]!.id, value: 0 };
    await ask('POST', `${path}/assets/${assetId}/probabilities`, probability);
    expect(await entry()).toMatchObject({ probabilityValue: 28 });
    const { id, name, version } = modes[0]!;
    await ask('PUT', '/api/failure-modes/with-risk', {
      failureMode: { id, name, version },
      probability: { lifeCycleState: 'edit', value: 50 },
      consequence: { lifeCycleState: 'edit', value: 4000 },
    });
    expect(await entry()).toMatchObject({ probabilityValue: 60, risk: expect.closeTo(2400, 9) });
    await ask('DELETE', `/api/failure-modes/${id}`);
    expect(await entry()).toMatchObject({ probabilityValue: 20, risk: expect.closeTo(400, 9) });
    await addMode(twinId, 'Crack', 50, null);
    expect(await entry()).toMatchObject({ probabilityValue: 60, risk: expect.closeTo(400, 9) });
  });

  test('uses its own probability as soon as it has one', async () => {
    const { assetId, path, entry } = await makeRolledUp();
    const own = await ask<{ id: number }>('POST', `${path}/assets/${assetId}/probabilities`, { value: 7 });
    expect(await entry()).toMatchObject({ probabilityValue: 7, probabilitySource: 'analysis', risk: null });
    await ask('DELETE', `${path}/assets/${assetId}/probabilities/${own.id}`);
    expect(await entry()).toMatchObject({ probabilityValue: 49, probabilitySource: 'failure-modes' });
  });
});

describe('GET of an analysis', () => {
  test('returns its assets, their failure modes and the valid scenarios', async () => {
    const { assetId, modes, path } = await makeRolledUp();
    const scenario = await ask<Scenario>('POST', `${path}/scenarios`, { name: 'First' });
    const analysis = await ask<RiskAnalysis>('GET', path);
    expect(analysis.validScenarios).toEqual([
      { id: scenario.id, name: 'First', createdAt: scenario.createdAt },
    ]);
    const percents = [10, 20, 30];
    expect(analysis.assets).toEqual([
      {
        id: assetId,
        improvement: false,
        improvementComment: '',
        probabilityValue: expect.closeTo(49.6, 9),
        failureModes: modes.map(({ id }, place) => ({
          id,
          probabilityValue: expect.closeTo(percents[place]!, 9),
        })),
      },
    ]);
    const saved = await ask<RiskAnalysis>('PUT', path, analysis);
    expect(saved).toMatchObject({ version: analysis.version + 1, validScenarios: [{ id: scenario.id }] });
    expect(await ask<RiskAnalysis>('GET', `${path}?assets=false`)).toEqual(saved);
    expect((await server.ask('GET', `${path}?assets=some`, writer)).statusCode).toBe(400);
  });

  test('returns the thousand assets with the highest risk', async () => {
    const { db } = server.tenant;
    const assetIds: number[] = [];
    for (let count = 0; count < 1000; count++) assetIds.push(await makeAsset(db));
    const { path, assetId } = await makeRolledUp();
    await ask('POST', `${path}/assets`, assetIds);
    const { assets, assetCount } = await ask<RiskAnalysis>('GET', path);
    expect([assets?.length, assetCount, assets?.[0]?.id]).toEqual([1000, 1001, assetId]);
  });
});
