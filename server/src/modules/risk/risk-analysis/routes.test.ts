import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type {
  RiskAnalysisAsset,
  RiskAnalysisProbability,
} from '@twinward/contracts/risk/risk-analysis-asset';
import { missionProbability } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { callOf, runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTwin, makeUser, makeViewerSession } from '../../../testing/factories.ts';
import { recalculate } from './figures.ts';
import { recalculateRiskAnalysis } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['risk-analysis', 'twin', 'asset'] });
  viewer = await makeViewerSession(db);
});
afterAll(() => server.close());

const year = {
  startDate: '2024-01-01T00:00:00.000Z',
  missionTime: 'P1Y',
  endDate: '2024-12-31T00:00:00.000Z',
};
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const base = '/api/riskanalyses';
const unknown = 2_000_000_000;

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = writer) =>
  server.ask(method, `${base}${path}`, headers, body);

async function makeAnalysis(fields: object = {}): Promise<RiskAnalysis> {
  const answer = await ask('POST', '/', [{ name: 'Plant', ...year, ...fields }]);
  expect([answer.statusCode, answer.json().message]).toEqual([201, undefined]);
  return answer.json()[0];
}
const readAnalysis = async (id: number): Promise<RiskAnalysis> => (await ask('GET', `/${id}`)).json();
const readAsset = async (id: number, assetId: number): Promise<RiskAnalysisAsset> =>
  (await ask('GET', `/${id}/assets/${assetId}`)).json();
const names = async (id: number, body: object = {}) =>
  (await ask('POST', `/${id}/assets/filters?page-size=1000`, body))
    .json<RiskAnalysisAsset[]>()
    .map((asset) => asset.assetName);

/** An asset in an analysis with its own probability and consequence there. */
async function addAsset(
  id: number,
  {
    assetName,
    value,
    cost,
    taxonomy,
  }: { assetName: string; value?: number; cost?: number; taxonomy?: object },
): Promise<number> {
  const assetId = await makeAsset(server.tenant.db, { assetName, ...taxonomy });
  await ask('POST', `/${id}/assets`, [assetId]);
  if (value !== undefined) {
    const answer = await ask('POST', `/${id}/assets/${assetId}/probabilities`, { value });
    expect(answer.statusCode).toBe(201);
  }
  if (cost !== undefined) {
    const { version } = await readAsset(id, assetId);
    const change = { consequenceValue: cost, version };
    expect((await ask('PUT', `/${id}/assets/${assetId}`, change)).statusCode).toBe(200);
  }
  return assetId;
}

async function giveBenchmark(ofClass: string): Promise<void> {
  const { db } = server.tenant;
  const { id } = await db
    .selectFrom('taxonomy_entry')
    .select('id')
    .where('class', '=', ofClass)
    .where('type', 'is', null)
    .executeTakeFirstOrThrow();
  const figures = { mtbfDays: 2000, shape: 1.5, distribution: 'weibull', score: null, isExample: false };
  const body = { ...figures, source: 'A test', version: null };
  const admin = await makeSession(db, { isAdmin: true });
  const answer = await server.ask('PUT', `/api/library/models/mtbf/${id}`, admin, body);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
}

describe('an analysis', () => {
  test('is created with linked dates, an owner and defaults, and is found by search', async () => {
    const made = await makeAnalysis({ name: 'Cooling water', endDate: null, description: 'Pumps of unit 7' });
    expect(made).toEqual({
      id: made.id,
      name: 'Cooling water',
      description: 'Pumps of unit 7',
      ...year,
      probabilityThreshold: 50,
      ownerId: expect.any(Number),
      owner: expect.stringMatching(/^user /),
      assetCount: 0,
      overThreshold: 0,
      risk: null,
      conditionalRisk: null,
      withoutConditional: 0,
      asOf: year.endDate,
      maximumConsequence: null,
      assetLimit: 100_000,
      canAddAsset: true,
      canDeleteAsset: true,
      validScenarios: [],
      recalculating: false,
      outdated: false,
      updatedAt: expect.any(String),
      version: 1,
    });
    expect(await readAnalysis(made.id)).toEqual({ ...made, assets: [] });
    const find = async (word: string) =>
      (
        await server.ask('POST', '/api/search', viewer, {
          filters: [{ field: 'SearchText', operator: 'Contains', value: word }],
          types: [3],
        })
      ).json();
    expect(await find('unit 7')).toEqual([
      { type: 3, id: made.id, name: 'Cooling water', detail: 'Pumps of unit 7', assetId: null, twinId: null },
    ]);
    await ask('DELETE', `/${made.id}`);
    expect(await find('unit 7')).toEqual([]);
  });

  test('is created and renamed in the form of a full save, with its assets', async () => {
    const { db } = server.tenant;
    const [first, second] = [await makeAsset(db), await makeAsset(db)];
    const answer = await ask('POST', '/', [
      {
        analysisName: 'As saved',
        description: '',
        ...year,
        probabilityThreshold: 40,
        assets: [
          {
            ...{ id: first, improvement: true, improvementComment: 'New seal', probabilityValue: 12.4 },
            failureModes: [{ id: 1, probabilityValue: 3 }],
          },
          { id: second },
        ],
      },
    ]);
    expect([answer.statusCode, answer.json().message]).toEqual([201, undefined]);
    const [{ id, version }] = answer.json();
    expect(answer.json()[0]).toMatchObject({ name: 'As saved', assetCount: 2, probabilityThreshold: 40 });
    expect(await readAsset(id, first!)).toMatchObject({
      improve: true,
      improveDescription: 'New seal',
      probabilityValue: null,
    });
    expect(await readAsset(id, second!)).toMatchObject({ improve: false });
    const renamed = await ask('PUT', `/${id}`, { id, version, analysisName: 'Saved again' });
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Saved again']);
    const third = await makeAsset(db);
    const saved = await ask('PUT', `/${id}`, {
      ...(renamed.json() as object),
      ...{ analysis: id, analysisName: 'Saved again' },
      assets: [{ id: second, improvement: true, improvementComment: 'Coating' }, { id: third }],
    });
    expect([saved.statusCode, saved.json().assetCount]).toEqual([200, 3]);
    expect(await readAsset(id, second!)).toMatchObject({ improve: true, improveDescription: 'Coating' });
    const other = await ask('PUT', `/${id}`, { analysis: id + 1, version: saved.json().version });
    expect([other.statusCode, other.json().errors[0].path]).toEqual([400, 'analysis']);
    const unnamed = await ask('POST', '/', [{ ...year }]);
    expect([unnamed.statusCode, unnamed.json().message]).toEqual([400, '0.name: Required.']);
    const unknownAsset = await ask('POST', '/', [{ name: 'A', assets: [{ id: unknown }] }]);
    expect([unknownAsset.statusCode, unknownAsset.json().message]).toContain(400);
  });

  test.each([
    [[], 'Please give a list of one.'],
    [[{ name: '' }], 'Required.'],
    [[{ name: 'x'.repeat(51) }], '1 characters over maximum length of 50.'],
    [[{ name: 'A', description: 'x'.repeat(502) }], '2 characters over maximum length of 500.'],
    [[{ name: 'A', missionTime: 'PT1H' }], 'Mission time must be a value between 1 day and 100 years'],
    [[{ name: 'A', missionTime: 'P101Y' }], 'Mission time must be a value between 1 day and 100 years'],
    [
      [{ name: 'A', startDate: year.endDate, endDate: year.startDate }],
      'Please choose a date after the start date.',
    ],
    [[{ name: 'A', probabilityThreshold: 12.5 }], 'Please enter an integer.'],
    [[{ name: 'A', probabilityThreshold: 101 }], 'Please enter a number between 0 and 100.'],
    [[{ name: 'A', assetIds: [unknown] }], `There is no asset ${unknown}.`],
  ])('rejects %j', async (body, message) => {
    const answer = await ask('POST', '/', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(message);
  });

  test('updates only the flagged dates, and the dates linked to them', async () => {
    const { id } = await makeAnalysis();
    const put = async (change: object) => (await ask('PUT', `/${id}`, change)).json();
    const startDate = '2024-02-01T00:00:00.000Z';
    expect(
      await put({ version: 1, startDate, missionTime: 'P9Y', dirtyFlags: ['start_date'], name: 'Later' }),
    ).toMatchObject({
      name: 'Later',
      startDate,
      missionTime: 'P1Y',
      endDate: '2025-01-31T00:00:00.000Z',
      version: 2,
    });
    expect(await put({ version: 2, endDate: '2024-03-02T00:00:00.000Z' })).toMatchObject({
      missionTime: 'P30D',
    });
    expect(await put({ version: 3, missionTime: null })).toMatchObject({ missionTime: null, endDate: null });
    const old = await ask('PUT', `/${id}`, { version: 3, name: 'Mine' });
    expect(old.statusCode).toBe(409);
    expect(old.json()).toMatchObject({
      message:
        'The risk analysis Later was changed by someone else: it is at version 4 now, your change was made on version 3.',
      current: { id, version: 4 },
    });
    const wrong = await ask('PUT', `/${id}`, { version: 4, missionTime: 'PT1S' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      [{ path: 'missionTime', message: 'Mission time must be a value between 1 day and 100 years' }],
    ]);
    const other = await ask('PUT', `/${id}`, { id: id + 1, version: 4 });
    expect([other.statusCode, other.json().message]).toEqual([
      400,
      `id: The analysis of this call is ${id}.`,
    ]);
  });

  test('is listed with its totals, searched and sorted', async () => {
    const large = await makeAnalysis({ name: 'Sorted A' });
    const small = await makeAnalysis({ name: 'Sorted B' });
    await addAsset(large.id, { assetName: 'Big', value: 80, cost: 1000 });
    await addAsset(large.id, { assetName: 'Other', value: 20, cost: 50 });
    await addAsset(small.id, { assetName: 'Little', value: 10, cost: 100 });
    const list = async (body: object) =>
      (await ask('POST', '/filters', body, viewer)).json<RiskAnalysis[]>().map((row) => row.name);
    const sorted = { field: 'Name', operator: 'StartsWith', value: 'sorted' };
    expect(await list({ filters: [sorted] })).toEqual(['Sorted A', 'Sorted B']);
    expect(await list({ filters: [sorted], sorts: [{ field: 'Name', direction: 'Descending' }] })).toEqual([
      'Sorted B',
      'Sorted A',
    ]);
    expect(await readAnalysis(large.id)).toMatchObject({
      assetCount: 2,
      overThreshold: 1,
      risk: 810,
      maximumConsequence: 1000,
    });
    const wrong = await ask('POST', '/filters', { sorts: [{ field: 'Colour', direction: 'Ascending' }] });
    expect(wrong.statusCode).toBe(400);
  });

  test('is deleted, and unknown ids answer 404', async () => {
    const { id } = await makeAnalysis();
    expect((await ask('DELETE', `/${id}`)).statusCode).toBe(204);
    for (const [method, path, body] of [
      ['GET', `/${id}`],
      ['PUT', `/${id}`, { version: 1 }],
      ['DELETE', `/${id}`],
      ['GET', `/${id}/risk-over-time`],
      ['POST', `/${id}/assets/filters`, {}],
      ['POST', `/${id}/assets`, [1]],
      ['POST', `/${id}/assets/remove`, [1]],
      ['GET', `/${id}/assets/1`],
      ['PUT', `/${id}/assets/1`, { version: 1 }],
      ['GET', `/${id}/assets/1/probabilities`],
      ['POST', `/${id}/assets/1/probabilities`, { value: 1 }],
      ['PUT', `/${id}/assets/1/probabilities/1`, { value: 1 }],
      ['DELETE', `/${id}/assets/1/probabilities/1`],
    ] as const) {
      const answer = await ask(method, path, body);
      expect([path, answer.statusCode, answer.json().message]).toEqual([
        path,
        404,
        'Risk analysis not found.',
      ]);
    }
    expect((await ask('GET', '/abc')).statusCode).toBe(400);
  });

  test('is audited', async () => {
    const { id } = await makeAnalysis({ name: 'Audited' });
    await ask('PUT', `/${id}`, { version: 1, name: 'Audited again' });
    const assetId = await addAsset(id, { assetName: 'Pump' });
    await ask('POST', `/${id}/assets/remove`, [assetId]);
    await ask('DELETE', `/${id}`);
    const entries = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'old', 'new'])
      .where('entity_type', '=', 'risk-analysis')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'delete']);
    expect(entries[1]).toMatchObject({ old: { name: 'Audited' }, new: { name: 'Audited again' } });
    expect(entries[2]).toMatchObject({ new: { added: 1 } });
    expect(entries[3]).toMatchObject({ new: { removed: 1, names: ['Pump'] } });
  });
});

describe('assets of an analysis', () => {
  test('are added once and removed with their data; unknown ones are rejected', async () => {
    const { db } = server.tenant;
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
    expect((await server.ask('DELETE', `/api/assets/${two}`, writer)).statusCode).toBe(204);
    expect((await readAnalysis(id)).assetCount).toBe(1);
  });

  test('are limited by the edition', async () => {
    const admin = await makeSession(server.tenant.db, { isAdmin: true });
    const setEdition = (body: object) => server.ask('POST', '/api/settings/system/edition', admin, body);
    await setEdition({ edition: 'ara', assetLimit: 2 });
    try {
      const edition = (await server.ask('GET', '/api/settings/system/edition', viewer)).json();
      expect(edition).toMatchObject({ edition: 'ara', assetLimit: 2 });
      const { db } = server.tenant;
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

  test('are neither added nor removed where the edition says so', async () => {
    const { db } = server.tenant;
    const admin = await makeSession(db, { isAdmin: true });
    const setEdition = (body: object) =>
      server.ask('POST', '/api/settings/system/edition', admin, { assetLimit: 100, ...body });
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
      // The analysis has ended: nothing of it is left to survive.
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

describe('the probability in an analysis', () => {
  test('counts from the start of the twin, other than the probability of the twin itself', async () => {
    const { db } = server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, {
      startDate: new Date('2022-01-01T00:00:00Z'),
      missionTime: 'P1Y',
      failureDistribution: wear,
      consequence: { value: 1000 },
    });
    const { asset_id: assetId } = await db
      .selectFrom('twin')
      .select('asset_id')
      .where('id', '=', twinId)
      .executeTakeFirstOrThrow();
    await ask('POST', `/${id}/assets`, [assetId]);
    expect(await readAsset(id, assetId)).toMatchObject({
      twinId,
      probabilityValue: 69,
      probabilitySource: 'twin',
      consequenceSource: 'twin',
      risk: 690,
      opportunity: true,
    });
    const [probability] = (await ask('GET', `/${id}/assets/${assetId}/probabilities?twinId=${twinId}`)).json<
      RiskAnalysisProbability[]
    >();
    expect(probability).toMatchObject({
      twinId,
      assetId: null,
      failureModeId: null,
      value: 12,
      riskAnalysisValue: 69,
      source: 'twin',
      failureDistributionParameters: wear,
    });
    // The analysis has ended: nothing of it is left to survive.
    expect(probability?.conditional).toBe(0);
    const info = (await ask('GET', `/info/twin/${twinId}`, undefined, viewer)).json();
    expect(info).toEqual([
      {
        id,
        name: 'Plant',
        startDate: year.startDate,
        endDate: year.endDate,
        assetId,
        probabilityValue: 69,
        risk: 690,
      },
    ]);
    expect((await ask('GET', `/info/twin/${unknown}`)).statusCode).toBe(404);

    const move = async (startDate: string) => {
      const { version } = (await server.ask('GET', `/api/twins/${twinId}`, writer)).json();
      const change = { version, startDate, missionTime: 'P1Y' };
      expect((await server.ask('PUT', `/api/twins/${twinId}`, writer, change)).statusCode).toBe(200);
    };
    await move('2024-12-31T00:00:01Z');
    expect(await readAsset(id, assetId)).toMatchObject({
      probabilityValue: null,
      risk: null,
      opportunity: null,
    });
    expect((await readAnalysis(id)).risk).toBeNull();
    await move('2024-12-31T00:00:00Z');
    expect(await readAsset(id, assetId)).toMatchObject({ probabilityValue: 0, risk: 0, opportunity: false });
    expect((await server.ask('DELETE', `/api/twins/${twinId}`, writer)).statusCode).toBe(204);
    expect(await readAsset(id, assetId)).toMatchObject({ probabilitySource: null, consequenceValue: null });
  });

  test('follows the twin until the analysis has its own', async () => {
    const { db } = server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, {
      startDate: new Date(year.startDate),
      missionTime: 'P1Y',
      failureDistribution: wear,
      consequence: { value: 1000 },
    });
    const { asset_id: assetId } = await db
      .selectFrom('twin')
      .select('asset_id')
      .where('id', '=', twinId)
      .executeTakeFirstOrThrow();
    await ask('POST', `/${id}/assets`, [assetId]);
    const twin = (await server.ask('GET', `/api/twins/${twinId}`, writer)).json();
    await server.ask('PUT', '/api/twins/with-risk', writer, {
      twin: { id: twinId, version: twin.version },
      probability: { value: 40, failureDistributionParameters: { distribution: 'none', scale: null } },
      consequence: { value: 500 },
    });
    expect(await readAsset(id, assetId)).toMatchObject({ probabilityValue: 40, risk: 200 });
    const path = `/${id}/assets/${assetId}/probabilities`;
    const [inherited] = (await ask('GET', path)).json();
    // Changing the twin's probability creates one of the analysis; the twin's is kept.
    const put = await ask('PUT', `${path}/${inherited.id}`, { failureDistributionParameters: wear });
    expect(put.json()).toMatchObject({ source: 'analysis', riskAnalysisValue: 12, twinId });
    expect(put.json().id).not.toBe(inherited.id);
    expect(await readAsset(id, assetId)).toMatchObject({
      probabilitySource: 'analysis',
      probabilityValue: 12,
    });
    expect((await server.ask('GET', `/api/twins/${twinId}`, writer)).json().probability.value).toBe(40);
    const own = `${path}/${put.json().id}`;
    expect((await ask('PUT', own, { value: 30, dirtyFlags: [] })).json()).toMatchObject({
      riskAnalysisValue: 12,
    });
    const none = { value: 30, failureDistributionParameters: { distribution: 'none', scale: null } };
    expect((await ask('PUT', own, none)).json()).toMatchObject({ riskAnalysisValue: 30, value: 30 });
    expect((await ask('DELETE', own)).statusCode).toBe(204);
    expect(await readAsset(id, assetId)).toMatchObject({ probabilitySource: 'twin', probabilityValue: 40 });
    const gone = await ask('DELETE', own);
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Probability not found.']);
    const twins = await ask('DELETE', `${path}/${inherited.id}`);
    expect([twins.statusCode, twins.json().message]).toEqual([
      409,
      'The probability is that of the twin: please remove it there.',
    ]);
    const again = await ask('POST', path, none);
    expect(again.statusCode).toBe(201);
    expect((await ask('PUT', `${path}/${again.json().id}`, { lifeCycleState: 'removed' })).json()).toBeNull();
  });

  test('can be set for failure modes too', async () => {
    const { db } = server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, { startDate: new Date(year.startDate), missionTime: 'P1Y' });
    const { asset_id: assetId } = await db
      .selectFrom('twin')
      .select('asset_id')
      .where('id', '=', twinId)
      .executeTakeFirstOrThrow();
    await ask('POST', `/${id}/assets`, [assetId]);
    const mode = (
      await server.ask('POST', '/api/failure-modes', writer, {
        twinId,
        name: 'Leak',
        probability: { value: 20, failureDistributionParameters: { distribution: 'none', scale: null } },
      })
    ).json();
    const path = `/${id}/assets/${assetId}/probabilities`;
    expect((await ask('GET', path)).json()).toEqual([]);
    expect((await ask('GET', `${path}?twinId=${twinId}`)).json()).toMatchObject([
      { source: 'failure-mode', failureModeId: mode.id, twinId: null, value: 20, riskAnalysisValue: 20 },
    ]);
    const made = await ask('POST', path, { failureModeId: mode.id, value: 35 });
    expect(made.json()).toMatchObject({ source: 'analysis', failureModeId: mode.id, riskAnalysisValue: 35 });
    expect((await ask('GET', `${path}?twinId=${twinId}`)).json()).toMatchObject([{ riskAnalysisValue: 35 }]);
    const rolledUp = { probabilityValue: 35, probabilitySource: 'failure-modes' };
    expect(await readAsset(id, assetId)).toMatchObject(rolledUp);
    for (const [body, message] of [
      [{ failureModeId: unknown, value: 5 }, 'failureModeId: Please choose a failure mode of the twin.'],
      [{ twinId: unknown, value: 5 }, 'twinId: Please give the twin of the asset.'],
      [{ assetId: unknown, value: 5 }, `assetId: The asset of this call is ${assetId}.`],
    ] as const) {
      const answer = await ask('POST', path, body);
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    }
    const twice = await ask('POST', path, { failureModeId: mode.id, value: 5 });
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      'There is a probability already: change that one.',
    ]);
  });

  test.each([
    [{}, 'value: Required.'],
    [{ value: 12.5 }, 'value: Please enter an integer.'],
    [{ value: 101 }, 'value: Please enter a number between 0 and 100.'],
    [
      { failureDistributionParameters: { ...wear, shape: -1 } },
      'failureDistributionParameters.shape: Please enter a positive number.',
    ],
    [{ lifeCycleState: 'odd', value: 1 }, 'invalid life cycle state for probability: odd'],
    [{ lifeCycleState: 'removed' }, 'lifeCycleState: Please give a probability that is assigned.'],
  ])('rejects %j', async (body, message) => {
    const { id } = await makeAnalysis();
    const assetId = await addAsset(id, { assetName: 'Refused' });
    const answer = await ask('POST', `/${id}/assets/${assetId}/probabilities`, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(message);
  });

  test('requires dates for a percentage', async () => {
    const { id } = await makeAnalysis({ missionTime: null, endDate: null });
    const assetId = await addAsset(id, { assetName: 'Undated' });
    const path = `/${id}/assets/${assetId}/probabilities`;
    const answer = await ask('POST', path, { value: 5 });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'value: Probability % needs a start date and mission time',
    ]);
    expect((await ask('POST', path, { failureDistributionParameters: wear })).statusCode).toBe(201);
    expect(await readAsset(id, assetId)).toMatchObject({ probabilityValue: null, opportunity: null });
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P1Y' });
    expect(await readAsset(id, assetId)).toMatchObject({ probabilityValue: 12, opportunity: false });
  });

  test('keeps every percentage through the database', async () => {
    const { id } = await makeAnalysis();
    const { db } = server.tenant;
    const assetIds = await Promise.all(Array.from({ length: 101 }, () => makeAsset(db)));
    await ask('POST', `/${id}/assets`, assetIds);
    for (const [value, assetId] of assetIds.entries()) {
      await ask('POST', `/${id}/assets/${assetId}/probabilities`, { value });
    }
    const rows = (await ask('POST', `/${id}/assets/filters?page-size=1000`, {})).json<RiskAnalysisAsset[]>();
    const byId = new Map(rows.map((row) => [row.assetId, row.probabilityValue]));
    expect(assetIds.map((assetId) => byId.get(assetId))).toEqual(assetIds.map((_, value) => value));
  });
});

describe('the figures of an analysis', () => {
  test('follow its dates and its threshold', async () => {
    const { id } = await makeAnalysis();
    const assetId = await addAsset(id, { assetName: 'Dated', cost: 1000 });
    await ask('POST', `/${id}/assets/${assetId}/probabilities`, { failureDistributionParameters: wear });
    await ask('PUT', `/${id}`, { version: 1, probabilityThreshold: 12 });
    expect(await readAnalysis(id)).toMatchObject({ overThreshold: 1, risk: 120 });
    await ask('PUT', `/${id}`, { version: 2, missionTime: 'P3Y' });
    expect(await readAnalysis(id)).toMatchObject({ risk: 690 });
    expect(
      calculateRisk(missionProbability(wear, { startDate: year.startDate, missionTime: 'P3Y' }), 1000),
    ).toBe(690);
    const { version } = await readAsset(id, assetId);
    await ask('PUT', `/${id}/assets/${assetId}`, { improve: true, version });
    expect(await readAnalysis(id)).toMatchObject({ version: 3 });
  });

  test('are returned over time', async () => {
    const { id } = await makeAnalysis();
    const assetId = await addAsset(id, { assetName: 'Over time', cost: 1000 });
    await ask('POST', `/${id}/assets/${assetId}/probabilities`, { failureDistributionParameters: wear });
    const { times, risk } = (await ask('GET', `/${id}/risk-over-time`, undefined, viewer)).json();
    expect([times.length, times[0], times[40]]).toEqual([41, year.startDate, year.endDate]);
    expect(risk[0]).toBe(0);
    // 3.28 % at half time and 12.47 % at the end, each rounded down to a whole percent like the figures.
    expect(risk[20]).toBe(30);
    expect(risk[40]).toBe(120);
    const undated = await makeAnalysis({ missionTime: null, endDate: null });
    expect((await ask('GET', `/${undated.id}/risk-over-time`)).json()).toEqual({ times: [], risk: [] });
  });

  /** An analysis with more assets than are calculated synchronously: 12 of each as they are, 69 in three years. */
  async function makeLarge(): Promise<number> {
    const { db } = server.tenant;
    const { id } = await makeAnalysis();
    await sql`
      with made as (
        insert into asset (unique_id, asset_name) select ${`MANY-${id}-`} || n, 'Many ' || n
        from generate_series(1, 2001) n returning id)
      insert into risk_analysis_asset (risk_analysis_id, asset_id, own_consequence) select ${id}, id, 100 from made
      `.execute(db);
    await sql`
      insert into risk_analysis_probability (risk_analysis_id, asset_id, failure_distribution,
        failure_distribution_parameters)
      select risk_analysis_id, asset_id, 'weibull', ${JSON.stringify(wear)}::jsonb
      from risk_analysis_asset where risk_analysis_id = ${id}`.execute(db);
    await withTransaction(db, (transaction) => recalculate(transaction, id, null));
    return id;
  }

  async function recalculationOf(id: number): Promise<string> {
    const command = await server.tenant.db
      .selectFrom('command')
      .select('id')
      .where('target_id', '=', String(id))
      .where('type', '=', 'recalculate-risk-analysis')
      .where('status', '=', 'queued')
      .where('cancel_requested', '=', false)
      .executeTakeFirstOrThrow();
    return command.id;
  }

  const carryOut = (commandId: string) =>
    runCommand(server.tenant, { 'recalculate-risk-analysis': recalculateRiskAnalysis }, commandId);

  test('are calculated by a command for many assets', async () => {
    const { db } = server.tenant;
    const id = await makeLarge();
    expect(await readAnalysis(id)).toMatchObject({ assetCount: 2001, risk: 24_012, recalculating: false });
    const changed = (await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' })).json();
    expect(changed).toMatchObject({ risk: 24_012, recalculating: true, outdated: false });
    const commandId = await recalculationOf(id);
    await carryOut(commandId);
    expect(await readAnalysis(id)).toMatchObject({ risk: 138_069, recalculating: false, outdated: false });
    const command = await db.selectFrom('command').selectAll().where('id', '=', commandId).executeTakeFirst();
    expect(command).toMatchObject({ status: 'done', result: { assets: 2001 } });
  });

  test('use one queued command for repeated changes of many assets', async () => {
    const id = await makeLarge();
    for (let version = 1; version <= 10; version += 1) {
      await ask('PUT', `/${id}`, { version, missionTime: version % 2 === 0 ? 'P2Y' : 'P3Y' });
    }
    const commands = await server.tenant.db
      .selectFrom('command')
      .select(['id', 'status', 'cancel_requested'])
      .where('target_id', '=', String(id))
      .where('type', '=', 'recalculate-risk-analysis')
      .execute();
    expect(commands).toEqual([expect.objectContaining({ status: 'queued', cancel_requested: false })]);
    await ask('PUT', `/${id}`, { version: 11, missionTime: 'P3Y' });
    await carryOut(commands[0]!.id);
    expect(await readAnalysis(id)).toMatchObject({ risk: 138_069, recalculating: false, outdated: false });
  });

  test('continue where the last run of a command was interrupted', async () => {
    const { db } = server.tenant;
    const id = await makeLarge();
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' });
    const commandId = await recalculationOf(id);
    const { last } = await db
      .selectFrom('risk_analysis_asset')
      .select(sql<number>`min(asset_id) + 1499`.as('last'))
      .where('risk_analysis_id', '=', id)
      .executeTakeFirstOrThrow();
    await sql`update command set result = ${JSON.stringify({ assets: 1500, last })}::jsonb
      where id = ${commandId}`.execute(db);
    await carryOut(commandId);
    const command = await db
      .selectFrom('command')
      .select('result')
      .where('id', '=', commandId)
      .executeTakeFirst();
    expect(command).toEqual({ result: { assets: 2001 } });
    // Nothing was calculated of the first 1,500: only the command's progress shows the earlier run.
    expect(await readAnalysis(id)).toMatchObject({ risk: 1500 * 12 + 501 * 69, recalculating: false });
    await ask('DELETE', `/${id}`);
  });

  test('are outdated after the command was canceled, until the analysis is saved again', async () => {
    const id = await makeLarge();
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' });
    const commandId = await recalculationOf(id);
    const canceled = await server.ask('POST', `/api/commands/${commandId}/cancel`, writer);
    expect(canceled.statusCode).toBe(202);
    await carryOut(commandId);
    const stopped = await readAnalysis(id);
    expect(stopped).toMatchObject({ risk: 24_012, recalculating: false, outdated: true });
    const again = (await ask('PUT', `/${id}`, { version: stopped.version })).json();
    expect(again).toMatchObject({ recalculating: true, outdated: false, validScenarios: [] });
    await carryOut(await recalculationOf(id));
    expect(await readAnalysis(id)).toMatchObject({ risk: 138_069, recalculating: false, outdated: false });
  });

  test('are kept for the assets that were calculated before a cancellation', async () => {
    const { tenant } = server;
    const id = await makeLarge();
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' });
    const noted: unknown[] = [];
    const call = callOf(tenant, {
      input: { riskAnalysisId: id },
      async progress(_db, percent, counts) {
        noted.push([percent, counts.assets]);
        if (noted.length === 2) throw new Error('stopped');
      },
    });
    const run = recalculateRiskAnalysis.run(call);
    await expect(run).rejects.toThrow('stopped');
    expect(noted).toEqual([
      [99, 2001],
      [99, 2001],
    ]);
    const { rows } = await sql<{ risk: number; of: number }>`
      select sum(entry.risk) as risk, max(risk_analysis.risk) as of from risk_analysis_asset entry
      join risk_analysis on risk_analysis.id = risk_analysis_id where risk_analysis.id = ${id}`.execute(
      tenant.db,
    );
    expect(rows).toEqual([{ risk: 138_069, of: 24_012 }]);
  });

  test('stay correct with two concurrent changes of assets', async () => {
    const { id } = await makeAnalysis();
    const assetIds = await Promise.all(
      Array.from({ length: 8 }, (_, i) => addAsset(id, { assetName: `Busy ${i}`, value: 50 })),
    );
    await Promise.all(
      assetIds.map(async (assetId) => {
        const { version } = await readAsset(id, assetId);
        await ask('PUT', `/${id}/assets/${assetId}`, { consequenceValue: 100, version });
      }),
    );
    expect(await readAnalysis(id)).toMatchObject({ assetCount: 8, risk: 400, overThreshold: 8 });
  });
});

test('an asset shows its latest analysis', async () => {
  const first = await makeAnalysis({ name: 'First' });
  const second = await makeAnalysis({ name: 'Second' });
  const assetId = await addAsset(first.id, { assetName: 'In two' });
  await ask('POST', `/${second.id}/assets`, [assetId]);
  const read = async () => (await server.ask('GET', `/api/assets?id=${assetId}`, viewer)).json()[0];
  expect(await read()).toMatchObject({ riskAnalysisId: second.id, riskAnalysisName: 'Second' });
  await ask('DELETE', `/${second.id}`);
  expect(await read()).toMatchObject({ riskAnalysisId: first.id, riskAnalysisName: 'First' });
  await ask('DELETE', `/${first.id}`);
  expect(await read()).toMatchObject({ riskAnalysisId: null, riskAnalysisName: null });
});

test('viewers can read and change nothing; the analysis survives its owner', async () => {
  const { id } = await makeAnalysis();
  expect((await ask('GET', `/${id}`, undefined, viewer)).statusCode).toBe(200);
  expect((await ask('PUT', `/${id}`, { version: 1, name: 'X' }, viewer)).statusCode).toBe(403);
  const { db } = server.tenant;
  const ownerId = await makeUser(db);
  await db.updateTable('risk_analysis').set({ owner_id: ownerId }).where('id', '=', id).execute();
  await db.deleteFrom('app_user').where('id', '=', ownerId).execute();
  expect(await readAnalysis(id)).toMatchObject({ ownerId: null, owner: null });
});
