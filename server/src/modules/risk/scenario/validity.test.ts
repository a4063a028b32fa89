import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin } from '../../../testing/factories.ts';

let server: TestApp;
let writer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS', 'ADMINISTRATORS'],
    recordTypes: ['risk-analysis', 'twin', 'asset'],
  });
});
afterAll(() => server.close());

async function ask<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const answer = await server.ask(method, url, writer, body);
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body === '' ? (undefined as T) : answer.json();
}

const wear = (scale: string) => ({
  lifeCycleState: 'new',
  failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale },
});
const money = (value: number) => ({ lifeCycleState: 'new', value });

/** Makes a scenario of an analysis, and calls that change its inputs, each with a call that undoes the change. */
async function makeScenario() {
  const { db } = server.tenant;
  await sql`select load_taxonomy('{"Validity": {"Pumps": []}}'::json)`.execute(db);
  const { id: categoryId } = await db
    .selectFrom('taxonomy_entry')
    .select('id')
    .where('category', '=', 'Validity')
    .where('class', 'is', null)
    .executeTakeFirstOrThrow();
  const assetId = await makeAsset(db, { category: 'Validity', class: 'Pumps' });
  const mission = { startDate: new Date('2024-01-01T00:00:00.000Z'), missionTime: 'P365D' };
  const twinId = await makeTwin(db, { assetId, ...mission });
  const benchmark = async (mtbfDays: number) => {
    const path = `/api/library/models/mtbf/${categoryId}`;
    const current = await db
      .selectFrom('benchmark')
      .select('version')
      .where('taxonomy_id', '=', categoryId)
      .executeTakeFirst();
    const said = { score: null, source: 'Ours', distribution: 'weibull', isExample: false };
    await ask<Benchmark>('PUT', path, { mtbfDays, shape: 2, ...said, version: current?.version ?? null });
  };
  await benchmark(2000);
  const { id: modeId } = await ask<FailureMode>('POST', '/api/failure-modes', { twinId, name: 'Leak' });
  const dates = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P365D' };
  const [{ id }] = await ask<[RiskAnalysis]>('POST', '/api/riskanalyses/', [
    { name: 'Validity', ...dates, assetIds: [assetId] },
  ]);
  const path = `/api/riskanalyses/${id}`;
  const asset = async (change: object) => {
    const { version } = await ask<RiskAnalysisAsset>('GET', `${path}/assets/${assetId}`);
    await ask('PUT', `${path}/assets/${assetId}`, { ...change, version });
  };
  const analysis = async (change: object) => {
    const { version } = await ask<RiskAnalysis>('GET', path);
    await ask('PUT', path, { ...change, version });
  };
  const mode = async (change: object, fields: object = {}) => {
    const { name, version } = (await ask<FailureMode[]>('GET', `/api/twins/${twinId}/failure-modes`))[0]!;
    await ask('PUT', '/api/failure-modes/with-risk', {
      failureMode: { id: modeId, name, version, ...fields },
      ...change,
    });
  };
  const twin = async (change: object, fields: object = {}) => {
    const read = await ask<Twin>('GET', `/api/twins/${twinId}`);
    const { startDate, missionTime, description, active, version } = read;
    await ask('PUT', '/api/twins/with-risk', {
      twin: { id: twinId, startDate, missionTime, description, active, version, ...fields },
      ...change,
    });
  };
  const service = async (outOfServiceAt: string | null) => {
    const read = await ask<AssetDetail>('GET', `/api/assets/${assetId}`);
    await ask('PUT', `/api/assets/${assetId}`, { ...read, outOfServiceAt });
  };
  const cost = (value: number | null) => ask('PUT', `${path}/improvements/costs`, [{ assetId, cost: value }]);
  await twin({ probability: wear('P1000D'), consequence: money(1000) });
  await mode({ probability: wear('P3000D'), consequence: money(10) });
  await asset({ improve: true });
  await cost(5);
  const scenario = await ask<Scenario>('POST', `${path}/scenarios`, { name: 'Now' });
  const isValid = async () =>
    (await ask<Scenario>('GET', `${path}/scenarios/${scenario.id}`)).isValid &&
    (await ask<RiskAnalysis>('GET', path)).validScenarios.length === 1;
  return { path, assetId, twinId, analysis, asset, benchmark, cost, mode, twin, service, isValid };
}

test('a scenario is valid while its inputs are unchanged, and again after a change is undone', async () => {
  const made = await makeScenario();
  const { path, assetId, twinId, analysis, asset, benchmark, cost, mode, twin, service, isValid } = made;
  const options = `${path}/assets/${assetId}/options`;
  const removeLast = async (list: string, each: string) => {
    const { id } = (await ask<{ id: number }[]>('GET', list)).at(-1)!;
    await ask('DELETE', `${each}/${id}`);
  };
  const other = await makeAsset(server.tenant.db);
  expect(await isValid()).toBe(true);
  const changes: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
    'end date': [() => analysis({ missionTime: 'P366D' }), () => analysis({ missionTime: 'P365D' })],
    threshold: [() => analysis({ probabilityThreshold: 9 }), () => analysis({ probabilityThreshold: 50 })],
    assets: [
      () => ask('POST', `${path}/assets`, [other]),
      () => ask('POST', `${path}/assets/remove`, [other]),
    ],
    mark: [() => asset({ improve: false }), () => asset({ improve: true })],
    'cost of failure': [() => asset({ consequenceValue: 7 }), () => asset({ consequenceValue: null })],
    'own probability': [
      () => asset({ probability: wear('P500D') }),
      () => asset({ probability: { lifeCycleState: 'removed' } }),
    ],
    'life of the twin': [
      () => twin({ probability: wear('P999D') }),
      () => twin({ probability: wear('P1000D') }),
    ],
    'start of the twin': [
      () => twin({}, { startDate: '2023-12-01T00:00:00.000Z' }),
      () => twin({}, { startDate: '2024-01-01T00:00:00.000Z' }),
    ],
    'cost of failure of the twin': [
      () => twin({ consequence: money(1001) }),
      () => twin({ consequence: money(1000) }),
    ],
    'out-of-service date': [() => service('2024-06-01T00:00:00.000Z'), () => service(null)],
    'option of improvement': [
      () => ask('POST', options, { name: 'Seal', cost: 1, effect: { type: 'probability', percent: 1 } }),
      () => removeLast(options, options),
    ],
    'another failure mode': [
      () => ask('POST', '/api/failure-modes', { twinId, name: 'Wear', probability: wear('P400D') }),
      () => removeLast(`/api/twins/${twinId}/failure-modes`, '/api/failure-modes'),
    ],
    benchmark: [() => benchmark(1999), () => benchmark(2000)],
    'cost of improvement': [() => cost(6), () => cost(5)],
    'life of a failure mode': [
      () => mode({ probability: wear('P2999D') }),
      () => mode({ probability: wear('P3000D') }),
    ],
    'cost of a failure mode': [
      () => mode({ consequence: money(11) }),
      () => mode({ consequence: money(10) }),
    ],
  };
  for (const [name, [change, undo]] of Object.entries(changes)) {
    await change();
    expect([name, await isValid()]).toEqual([name, false]);
    await undo();
    expect([name, await isValid()]).toEqual([name, true]);
  }
  await asset({ improveDescription: 'With the stronger bearing' });
  await analysis({ name: 'Another name', description: 'A note' });
  await mode({}, { description: 'A note', name: 'Leakage' });
  expect(await isValid()).toBe(true);
});
