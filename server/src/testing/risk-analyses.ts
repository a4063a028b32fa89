import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { makeAsset, makeSession, makeViewerSession } from './factories.ts';

/** A year as an analysis covers it; the end is inclusive. */
export const year = {
  startDate: '2024-01-01T00:00:00.000Z',
  missionTime: 'P1Y',
  endDate: '2024-12-31T00:00:00.000Z',
};
export const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
/** An id that no record has. */
export const unknown = 2_000_000_000;

/** The app of a test file, with who may write risk analyses and who may only read them. */
export interface RiskApp {
  server: TestApp;
  writer: Record<string, string>;
  viewer: Record<string, string>;
}

/** Starts the app of a test file on risk analyses, and makes the calls that its tests share. */
export function useRiskAnalyses() {
  const shared = {} as RiskApp;
  beforeAll(async () => {
    const server = await createTestApp();
    const { db } = server.tenant;
    const writer = await makeSession(db, {
      groups: ['VIEWERS'],
      recordTypes: ['risk-analysis', 'twin', 'asset'],
    });
    Object.assign(shared, { server, writer, viewer: await makeViewerSession(db) });
  });
  afterAll(() => shared.server.close());

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers = shared.writer,
  ) => shared.server.ask(method, `/api/riskanalyses${path}`, headers, body);

  async function makeAnalysis(fields: object = {}): Promise<RiskAnalysis> {
    const answer = await ask('POST', '/', [{ name: 'Plant', ...year, ...fields }]);
    expect([answer.statusCode, answer.json().message]).toEqual([201, undefined]);
    return answer.json()[0];
  }
  const readAnalysis = async (id: number): Promise<RiskAnalysis> => (await ask('GET', `/${id}`)).json();
  const readAsset = async (id: number, assetId: number): Promise<RiskAnalysisAsset> =>
    (await ask('GET', `/${id}/assets/${assetId}`)).json();

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
    const assetId = await makeAsset(shared.server.tenant.db, { assetName, ...taxonomy });
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
  return { shared, ask, makeAnalysis, readAnalysis, readAsset, addAsset };
}
