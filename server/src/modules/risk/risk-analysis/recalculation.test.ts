import { missionProbability } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createCall, runCommand } from '../../../testing/commands.ts';
import { useRiskAnalyses, wear, year } from '../../../testing/risk-analyses.ts';
import { recalculate } from './figures.ts';
import { recalculateRiskAnalysis } from './jobs.ts';

const { shared, ask, makeAnalysis, readAnalysis, readAsset, addAsset } = useRiskAnalyses();

describe('the figures of an analysis', () => {
  test('are recalculated when its dates or its threshold change', async () => {
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
    const { times, risk } = (await ask('GET', `/${id}/risk-over-time`, undefined, shared.viewer)).json();
    expect([times.length, times[0], times[40]]).toEqual([41, year.startDate, year.endDate]);
    expect(risk[0]).toBe(0);
    // 3.28 % at half time and 12.47 % at the end, each rounded down to a whole percent as in the figures.
    expect(risk[20]).toBe(30);
    expect(risk[40]).toBe(120);
    const undated = await makeAnalysis({ missionTime: null, endDate: null });
    expect((await ask('GET', `/${undated.id}/risk-over-time`)).json()).toEqual({ times: [], risk: [] });
  });

  /**
   * Makes an analysis with more assets than are calculated synchronously. The risk of each is 12 now, and 69 over three
   * years.
   */
  async function makeLarge(): Promise<number> {
    const { db } = shared.server.tenant;
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

  async function findRecalculation(id: number): Promise<string> {
    const command = await shared.server.tenant.db
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
    runCommand(shared.server.tenant, { 'recalculate-risk-analysis': recalculateRiskAnalysis }, commandId);

  test('are calculated by a command for many assets', async () => {
    const { db } = shared.server.tenant;
    const id = await makeLarge();
    expect(await readAnalysis(id)).toMatchObject({ assetCount: 2001, risk: 24_012, recalculating: false });
    const changed = (await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' })).json();
    expect(changed).toMatchObject({ risk: 24_012, recalculating: true, outdated: false });
    const commandId = await findRecalculation(id);
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
    const commands = await shared.server.tenant.db
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
    const { db } = shared.server.tenant;
    const id = await makeLarge();
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' });
    const commandId = await findRecalculation(id);
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
    // The first 1,500 were not recalculated: only the command's progress contains the earlier run.
    expect(await readAnalysis(id)).toMatchObject({ risk: 1500 * 12 + 501 * 69, recalculating: false });
    await ask('DELETE', `/${id}`);
  });

  test('are outdated after the command was canceled, until the analysis is saved again', async () => {
    const id = await makeLarge();
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' });
    const commandId = await findRecalculation(id);
    const canceled = await shared.server.ask('POST', `/api/commands/${commandId}/cancel`, shared.writer);
    expect(canceled.statusCode).toBe(202);
    await carryOut(commandId);
    const stopped = await readAnalysis(id);
    expect(stopped).toMatchObject({ risk: 24_012, recalculating: false, outdated: true });
    const again = (await ask('PUT', `/${id}`, { version: stopped.version })).json();
    expect(again).toMatchObject({ recalculating: true, outdated: false, validScenarios: [] });
    await carryOut(await findRecalculation(id));
    expect(await readAnalysis(id)).toMatchObject({ risk: 138_069, recalculating: false, outdated: false });
  });

  test('are kept for the assets that were calculated before a cancellation', async () => {
    const { tenant } = shared.server;
    const id = await makeLarge();
    await ask('PUT', `/${id}`, { version: 1, missionTime: 'P3Y' });
    const noted: unknown[] = [];
    const call = createCall(tenant, {
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
