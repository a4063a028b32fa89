import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession } from '../../../testing/factories.ts';
import { saveConsequence, saveProbability } from '../../twins/failure-risk/service.ts';
import { recalculateRiskAnalysis } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS', 'ADMINISTRATORS'],
    recordTypes: ['risk-analysis', 'asset'],
  });
});
afterAll(() => server.close());

const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const year = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P1Y' };
const noMission = { startDate: null, missionTime: null };
const assigned = { lifeCycleState: 'new', library: false } as const;

async function makeAnalysis(assetIds: number[] = []): Promise<number> {
  const answer = await server.ask('POST', '/api/riskanalyses/', writer, [
    { name: 'Plant', ...year, assetIds },
  ]);
  expect(answer.statusCode).toBe(201);
  return answer.json()[0].id;
}

const riskIn = async (analysisId: number, assetId: number): Promise<number | null> =>
  (await server.ask('GET', `/api/riskanalyses/${analysisId}/assets/${assetId}`, writer)).json().risk;

test('an asset added while its inputs change in another transaction gets the figures of both', async () => {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const analysisId = await makeAnalysis();
  let added: Promise<unknown> = Promise.resolve();
  await withTransaction(db, async (first) => {
    const owner = { column: 'asset_id', id: assetId } as const;
    const probability = { ...assigned, value: null, failureDistributionParameters: wear };
    await saveProbability(first, owner, noMission, probability);
    await saveConsequence(first, owner, { ...assigned, value: 1000, scale: 'dollars', description: '' });
    added = server.ask('POST', `/api/riskanalyses/${analysisId}/assets`, writer, [assetId]);
    // The other transaction has added the asset, which is not visible here yet, or waits for this one.
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and query like 'insert into "audit_entry"%'
          union all select from pg_locks where not granted
          union all select from risk_analysis_asset where asset_id = ${assetId}`.execute(db);
        return rows.length;
      })
      .toBeGreaterThan(0);
  });
  await added;
  expect(await riskIn(analysisId, assetId)).toBe(120);
});

test('many assets with the same benchmark are recalculated by a command per analysis', async () => {
  const { db } = server.tenant;
  const entry = await db
    .selectFrom('taxonomy_entry')
    .select(['id', 'category_id'])
    .where('class_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const analysisIds = [await makeAnalysis(), await makeAnalysis()];
  await sql`
    with made as (
      insert into asset (unique_id, asset_name, taxonomy_id) select 'MANY-' || n, 'Many ' || n, ${entry.id}
      from generate_series(1, 1500) n returning id)
    insert into risk_analysis_asset (risk_analysis_id, asset_id)
    select analysis, made.id from made, unnest(${analysisIds}::int[]) analysis`.execute(db);
  const current = await db
    .selectFrom('benchmark')
    .select('version')
    .where('taxonomy_id', '=', entry.category_id)
    .executeTakeFirst();
  const change = {
    mtbfDays: 500,
    shape: 1.5,
    score: null,
    source: 'A test',
    distribution: 'weibull',
    isExample: false,
  };
  const answer = await server.ask('PUT', `/api/library/models/mtbf/${entry.category_id}`, writer, {
    ...change,
    version: current?.version ?? null,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  const commands = await db
    .selectFrom('command')
    .select(['id', 'target_id'])
    .where('type', '=', 'recalculate-risk-analysis')
    .orderBy('target_id')
    .execute();
  expect(commands.map((command) => Number(command.target_id)).sort()).toEqual([...analysisIds].sort());
  for (const { id } of commands) {
    await runCommand(server.tenant, { 'recalculate-risk-analysis': recalculateRiskAnalysis }, id);
  }
  for (const id of analysisIds) {
    const analysis = (await server.ask('GET', `/api/riskanalyses/${id}`, writer)).json();
    expect(analysis).toMatchObject({ assetCount: 1500, recalculating: false, outdated: false });
  }
});
