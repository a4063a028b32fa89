import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let administrator: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['risk-analysis'] });
  administrator = await makeSession(server.tenant.db, { groups: ['VIEWERS', 'ADMINISTRATORS'] });
});
afterAll(() => server.close());

const startDate = '2024-01-01T00:00:00.000Z';

interface Analysed {
  /** Characteristic life (ISO 8601 duration); null for an asset without a distribution. */
  scale: string | null;
  consequence?: number;
  parentId?: number;
}

/** Makes an analysis of 365 days over pumps with the given characteristic lives. */
async function makeAnalysis(assets: readonly Analysed[]): Promise<{ path: string; assetIds: number[] }> {
  const { db } = server.tenant;
  await sql`select load_taxonomy(${JSON.stringify({ Portfolio: { Pumps: [] } })}::json)`.execute(db);
  const assetIds: number[] = [];
  for (const { scale, consequence = 100_000, parentId } of assets) {
    const place = parentId === undefined ? {} : { parentId };
    const assetId = await makeAsset(db, { category: 'Portfolio', class: 'Pumps', ...place });
    await makeTwin(db, {
      assetId,
      startDate: new Date(startDate),
      missionTime: 'P365D',
      ...(scale === null
        ? {}
        : { failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale } }),
      consequence: { value: consequence, description: '' },
    });
    assetIds.push(assetId);
  }
  const body = [{ name: 'Portfolio', startDate, missionTime: 'P365D', assetIds }];
  const [analysis] = (await server.ask('POST', '/api/riskanalyses/', writer, body)).json<[RiskAnalysis]>();
  return { path: `/api/riskanalyses/${analysis.id}`, assetIds };
}

describe('the portfolio of an analysis', () => {
  it('lists risk by band, asset, location and class, largest first', async () => {
    const unit = await makeAsset(server.tenant.db, { assetName: 'Unit 1', isEquipment: false });
    const { path, assetIds } = await makeAnalysis([
      { scale: 'P300D', consequence: 50_000 },
      { scale: 'P1000D', parentId: unit },
      { scale: null },
    ]);
    const portfolio = (await server.ask('GET', `${path}/portfolio`, viewer)).json<Portfolio>();
    expect(portfolio.total).toEqual({ assets: 3, withRisk: 2, risk: 50_500 });
    expect(portfolio.bands).toEqual({
      probability: [5, 20, 50, 80],
      consequence: [1000, 10_000, 100_000, 1_000_000],
    });
    expect(portfolio.matrix).toEqual([
      { probability: 1, consequence: 3, assets: 1, risk: 12_000 },
      { probability: 3, consequence: 2, assets: 1, risk: 38_500 },
    ]);
    expect(portfolio.pareto.map(({ assetId, risk, cumulative }) => [assetId, risk, cumulative])).toEqual([
      [assetIds[0], 38_500, expect.closeTo(76.2376, 4)],
      [assetIds[1], 12_000, 100],
    ]);
    expect(portfolio.locations).toEqual([
      { id: null, name: 'No location', assets: 2, risk: 38_500, overThreshold: 1 },
      { id: unit, name: 'Unit 1', assets: 1, risk: 12_000, overThreshold: 0 },
    ]);
    expect(portfolio.classes).toEqual([
      {
        id: expect.any(Number),
        name: expect.stringMatching(/^Portfolio - Pumps$/),
        assets: 3,
        risk: 50_500,
        overThreshold: 1,
      },
    ]);
    // The cell of $10k to $100k and 50 to 80 %. The third asset has no risk, and is in no cell.
    const inCell = await server.ask('POST', `${path}/assets/filters`, viewer, {
      filters: [
        { field: 'Probability', operator: 'GreaterThanEqualTo', value: 50 },
        { field: 'Probability', operator: 'LessThan', value: 80 },
        { field: 'FailureCost', operator: 'GreaterThanEqualTo', value: 10_000 },
        { field: 'FailureCost', operator: 'LessThan', value: 100_000 },
      ],
    });
    expect(inCell.json<{ assetId: number }[]>().map(({ assetId }) => assetId)).toEqual([assetIds[0]]);
    const withCost = await server.ask('POST', `${path}/assets/filters`, viewer, {
      filters: [{ field: 'FailureCost', operator: 'IsNotNull' }],
    });
    expect(withCost.headers['x-paging-total-records']).toBe('2');
    const sheet = await server.ask('GET', `${path}/portfolio.xlsx`, viewer);
    const sheets = readSheets(sheet.rawPayload);
    expect(Object.keys(sheets)).toEqual(['Risk matrix', 'Pareto', 'By location', 'By class']);
    expect(sheets['Risk matrix']![1]).toEqual([5, 100_000, 1, 12_000]);
  });

  it('has bands that administrators can set', async () => {
    const bands = { probability: [10, 50], consequence: [40_000] };
    expect((await server.ask('PUT', '/api/settings/riskmatrix', viewer, bands)).statusCode).toBe(403);
    const wrong = await server.ask('PUT', '/api/settings/riskmatrix', administrator, {
      ...bands,
      probability: [50, 10],
    });
    expect(wrong.json().errors).toEqual([
      { path: 'probability.1', message: 'Please enter a larger number than the one before.' },
    ]);
    expect((await server.ask('PUT', '/api/settings/riskmatrix', administrator, bands)).json()).toEqual(bands);
    expect((await server.ask('GET', '/api/settings/riskmatrix', viewer)).json()).toEqual(bands);
    const unknown = await server.ask('GET', '/api/riskanalyses/999999999/portfolio', viewer);
    expect(unknown.statusCode).toBe(404);
  });
});
