import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { describe, expect, test } from 'vitest';
import { makeAsset, makeSession } from '../../../testing/factories.ts';
import { unknown, useRiskAnalyses, wear, year } from '../../../testing/risk-analyses.ts';

const { shared, ask, makeAnalysis, readAnalysis, readAsset, addAsset } = useRiskAnalyses();

const names = async (id: number, body: object = {}) =>
  (await ask('POST', `/${id}/assets/filters?page-size=1000`, body))
    .json<RiskAnalysisAsset[]>()
    .map((asset) => asset.assetName);

async function giveBenchmark(ofClass: string): Promise<void> {
  const { db } = shared.server.tenant;
  const { id } = await db
    .selectFrom('taxonomy_entry')
    .select('id')
    .where('class', '=', ofClass)
    .where('type', 'is', null)
    .executeTakeFirstOrThrow();
  const figures = { mtbfDays: 2000, shape: 1.5, distribution: 'weibull', score: null, isExample: false };
  const body = { ...figures, source: 'A test', version: null };
  const admin = await makeSession(db, { isAdmin: true });
  const answer = await shared.server.ask('PUT', `/api/library/models/mtbf/${id}`, admin, body);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
}

describe('assets of an analysis', () => {
  test('are added once and removed with their data, and unknown assets are rejected', async () => {
    const { db } = shared.server.tenant;
    const { id } = await makeAnalysis();
    const [one, two] = [await makeAsset(db), await makeAsset(db)];
    const change = async (path: string, body: unknown) => {
      const answer = await ask('POST', `/${id}${path}`, body);
      return [answer.statusCode, answer.json().changed ?? answer.json().message];
    };
    expect(await change('/assets', [one, two])).toEqual([200, 2]);
    expect(await change('/assets', [one, two, one])).toEqual([200, 0]);
    expect(await change('/assets', [one, unknown])).toEqual([400, `1: There is no asset ${unknown}.`]);
    expect(await change('/assets', [])).toEqual([400, expect.any(String)]);
    expect((await readAnalysis(id)).assetCount).toBe(2);
    await ask('POST', `/${id}/assets/${one}/probabilities`, { value: 20 });
    expect(await change('/assets/remove', [one, unknown])).toEqual([200, 1]);
    expect(await change('/assets', [one])).toEqual([200, 1]);
    expect((await readAsset(id, one)).probabilityValue).toBeNull();
    expect((await shared.server.ask('DELETE', `/api/assets/${two}`, shared.writer)).statusCode).toBe(204);
    expect((await readAnalysis(id)).assetCount).toBe(1);
  });

  test('are limited by the edition', async () => {
    const admin = await makeSession(shared.server.tenant.db, { isAdmin: true });
    const setEdition = (body: object) =>
      shared.server.ask('POST', '/api/settings/system/edition', admin, body);
    await setEdition({ edition: 'ara', assetLimit: 2 });
    try {
      const edition = (await shared.server.ask('GET', '/api/settings/system/edition', shared.viewer)).json();
      expect(edition).toMatchObject({ edition: 'ara', assetLimit: 2 });
      const { db } = shared.server.tenant;
      const assets = [await makeAsset(db), await makeAsset(db), await makeAsset(db)];
      const made = await makeAnalysis({ assetIds: assets.slice(0, 2) });
      expect(made).toMatchObject({ assetCount: 2, assetLimit: 2 });
      const full = await ask('POST', `/${made.id}/assets`, assets);
      expect([full.statusCode, full.json().message]).toEqual([
        409,
        'You have reached your maximum limit of 2 assets for the analysis at this tier - you can easily upgrade to get more!',
      ]);
      expect((await readAnalysis(made.id)).assetCount).toBe(2);
      expect((await ask('POST', `/${made.id}/assets`, assets.slice(0, 2))).json()).toEqual({ changed: 0 });
      expect((await ask('POST', '/', [{ name: 'Full', assetIds: assets }])).statusCode).toBe(409);
      expect((await setEdition({ edition: 'ara', assetLimit: 0 })).statusCode).toBe(400);
    } finally {
      await setEdition({ edition: 'apm', assetLimit: 100 });
    }
  });

  test('can be neither added nor removed if the edition disallows it', async () => {
    const { db } = shared.server.tenant;
    const admin = await makeSession(db, { isAdmin: true });
    const setEdition = (body: object) =>
      shared.server.ask('POST', '/api/settings/system/edition', admin, { assetLimit: 100, ...body });
    const asset = await makeAsset(db);
    const made = await makeAnalysis({ assetIds: [asset] });
    await setEdition({ edition: 'apm', canAddAsset: false, canDeleteAsset: false });
    try {
      expect(await readAnalysis(made.id)).toMatchObject({ canAddAsset: false, canDeleteAsset: false });
      const added = await ask('POST', `/${made.id}/assets`, [await makeAsset(db)]);
      expect([added.statusCode, added.json().message]).toEqual([
        409,
        'Assets cannot be added to analyses at this tier.',
      ]);
      const removed = await ask('POST', `/${made.id}/assets/remove`, [asset]);
      expect([removed.statusCode, removed.json().message]).toEqual([
        409,
        'Assets cannot be removed from analyses at this tier.',
      ]);
      expect((await readAnalysis(made.id)).assetCount).toBe(1);
    } finally {
      await setEdition({ edition: 'apm' });
    }
  });

  test('are filtered, sorted and paged, highest risk first', async () => {
    const { id } = await makeAnalysis();
    const pump = { category: 'Rotating', class: 'Pumps', type: 'Centrifugal' };
    await giveBenchmark('Pumps');
    await addAsset(id, { assetName: 'Low', value: 10, cost: 100 });
    const high = await addAsset(id, { assetName: 'High', value: 60, cost: 1000, taxonomy: pump });
    await addAsset(id, { assetName: 'Nothing' });
    await addAsset(id, { assetName: 'Middle', value: 50, cost: 200 });
    expect(await names(id)).toEqual(['High', 'Middle', 'Low', 'Nothing']);
    const by = (field: string, direction: string) => names(id, { sorts: [{ field, direction }] });
    expect(await by('AssetName', 'Ascending')).toEqual(['High', 'Low', 'Middle', 'Nothing']);
    expect(await by('Probability', 'Ascending')).toEqual(['Nothing', 'Low', 'Middle', 'High']);
    expect(await by('Consequence', 'Descending')).toEqual(['High', 'Middle', 'Low', 'Nothing']);
    const where = (field: string, operator: string, value?: unknown) =>
      names(id, { filters: [{ field, operator, value }] });
    expect(await where('Opportunity', 'EqualTo', true)).toEqual(['High', 'Middle']);
    expect(await where('Opportunity', 'EqualTo', false)).toEqual(['Low']);
    expect(await where('Opportunity', 'IsNull')).toEqual(['Nothing']);
    expect(await where('AssetName', 'Contains', 'i')).toEqual(['High', 'Middle', 'Nothing']);
    expect(await where('AssetClass', 'Contains', 'pumps')).toEqual(['High']);
    expect(await where('ComparativeMtbf', 'IsNull')).toEqual(['Middle', 'Low', 'Nothing']);
    await ask('PUT', `/${id}/assets/${high}`, { improve: true, improveDescription: 'New seal', version: 3 });
    expect(await where('Improve', 'EqualTo', true)).toEqual(['High']);
    const page = await ask('POST', `/${id}/assets/filters?page-size=3&page-number=2`, {});
    expect([page.json().length, page.headers['x-paging-total-records']]).toEqual([1, '4']);
    expect(await readAsset(id, high)).toEqual({
      assetId: high,
      assetName: 'High',
      assetUniqueId: expect.any(String),
      assetClass: 'Rotating//Pumps//Centrifugal',
      assetClassLabel: 'Rotating - Pumps - Centrifugal',
      categoryId: expect.any(Number),
      classId: expect.any(Number),
      typeId: expect.any(Number),
      twinId: null,
      twinStartDate: null,
      outOfServiceAt: null,
      twinMissionTime: null,
      improve: true,
      improveDescription: 'New seal',
      probabilityValue: 60,
      probabilitySource: 'analysis',
      probabilityFailureDistributionScale: expect.stringMatching(/^P398D/),
      distributionType: 'none',
      shape: 1,
      library: false,
      consequenceValue: 1000,
      consequenceSource: 'analysis',
      risk: 600,
      // The analysis has ended, so no time is left in which the asset could fail.
      conditionalProbability: 0,
      conditionalRisk: 0,
      renewedAt: year.startDate,
      underRepair: false,
      opportunity: true,
      comparativeMtbf: expect.stringMatching(/^-P\d+D/),
      benchmarkIsExample: false,
      benchmarkLevel: 'class',
      asset: { failureData: null },
      version: 4,
    });
  });

  test('are updated at their version, with validation of the cost of failure', async () => {
    const { id } = await makeAnalysis();
    const assetId = await addAsset(id, { assetName: 'Changed' });
    const put = (body: object) => ask('PUT', `/${id}/assets/${assetId}`, body);
    for (const [value, message] of [
      [1.5, 'Please enter an integer.'],
      [-1, 'Please enter a positive number.'],
      [3_000_000_000, 'Please enter a number between 0 and 2147483647.'],
    ] as const) {
      const answer = await put({ consequenceValue: value, version: 1 });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [{ path: 'consequenceValue', message }],
      ]);
    }
    expect((await put({ improve: true, version: 1 })).json()).toMatchObject({ improve: true, version: 2 });
    const old = await put({ improve: false, version: 1 });
    expect([old.statusCode, old.json().current.version]).toEqual([409, 2]);
    const elsewhere = await ask('PUT', `/${id}/assets/${unknown}`, { version: 1 });
    expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([
      404,
      'Asset of the risk analysis not found.',
    ]);
  });

  test('are updated together with their probability, in one transaction', async () => {
    const { id } = await makeAnalysis();
    const assetId = await addAsset(id, { assetName: 'Changed at once' });
    const put = (body: object) => ask('PUT', `/${id}/assets/${assetId}`, body);
    const wrong = { failureDistributionParameters: { ...wear, shape: -1 } };
    const refused = await put({ version: 1, improve: true, consequenceValue: 1000, probability: wrong });
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([
      400,
      'probability.failureDistributionParameters.shape',
    ]);
    expect(await readAsset(id, assetId)).toMatchObject({
      improve: false,
      consequenceValue: null,
      version: 1,
    });

    const probability = { failureDistributionParameters: wear };
    const taken = await put({ version: 1, improve: true, consequenceValue: 1000, probability });
    expect(taken.json()).toMatchObject({
      improve: true,
      probabilityValue: 12,
      probabilitySource: 'analysis',
      risk: 120,
      version: 2,
    });
    const removed = await put({ version: 2, probability: { lifeCycleState: 'removed' } });
    expect(removed.json()).toMatchObject({ probabilityValue: null, consequenceValue: 1000, version: 3 });
    const again = await put({ version: 3, probability: { lifeCycleState: 'removed' } });
    expect([again.statusCode, again.json().message]).toEqual([404, 'Probability not found.']);
  });
});
