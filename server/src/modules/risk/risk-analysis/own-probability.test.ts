import { notInStore } from '@twinward/contracts/core/error';
import type {
  RiskAnalysisAsset,
  RiskAnalysisProbability,
} from '@twinward/contracts/risk/risk-analysis-asset';
import { describe, expect, test } from 'vitest';
import { makeAsset, makeTwin } from '../../../testing/factories.ts';
import { unknown, useRiskAnalyses, wear, year } from '../../../testing/risk-analyses.ts';

const { shared, ask, makeAnalysis, readAnalysis, readAsset, addAsset } = useRiskAnalyses();

/** Adds the asset of a twin to an analysis. Returns the asset's id. */
async function addTwin(analysisId: number, twinId: number): Promise<number> {
  const { asset_id: assetId } = await shared.server.tenant.db
    .selectFrom('twin')
    .select('asset_id')
    .where('id', '=', twinId)
    .executeTakeFirstOrThrow();
  await ask('POST', `/${analysisId}/assets`, [assetId]);
  return assetId;
}

describe('the probability in an analysis', () => {
  test('accepts parameters without their distribution, and is unchanged when sent back as read', async () => {
    const { db } = shared.server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, { startDate: new Date('2022-01-01T00:00:00Z'), missionTime: 'P60D' });
    const assetId = await addTwin(id, twinId);
    const path = `/${id}/assets/${assetId}/probabilities`;
    const given = { assetId, twinId, failureModeId: null, lifeCycleState: 'new', library: false };
    const made = await ask('POST', path, {
      ...given,
      value: 20,
      failureDistribution: 'none',
      failureDistributionParameters: { type: 'none', scale: null },
    });
    expect(made.statusCode).toBe(201);
    const probability = made.json<RiskAnalysisProbability>();
    expect(probability).toMatchObject({ riskAnalysisValue: 20, failureDistribution: 'none' });
    expect(probability.value).toBeLessThan(20);
    const own = `${path}/${probability.id}`;
    expect((await ask('PUT', own, probability)).json()).toEqual(probability);

    const weibull = { type: 'pdf', shape: 2, scale: 'P1000D' };
    const changed = await ask('PUT', own, {
      ...probability,
      failureDistribution: 'weibull',
      failureDistributionParameters: weibull,
    });
    expect(changed.json()).toMatchObject({
      failureDistribution: 'weibull',
      failureDistributionParameters: { distribution: 'weibull', ...weibull },
    });
    const refusals = [
      [
        { failureDistributionParameters: { type: 'cdf', scale: 'P1D' } },
        'failureDistributionParameters.shape',
      ],
      [{ failureDistributionParameters: { shape: 2 } }, 'failureDistributionParameters.scale'],
      [{ failureDistribution: 'none', failureDistributionParameters: weibull }, 'failureDistribution'],
    ] as const;
    for (const [change, field] of refusals) {
      const refused = await ask('PUT', own, change);
      expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, field]);
    }
  });

  test('is calculated from the start of the twin, unlike the probability of the twin itself', async () => {
    const { db } = shared.server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, {
      startDate: new Date('2022-01-01T00:00:00Z'),
      missionTime: 'P1Y',
      failureDistribution: wear,
      consequence: { value: 1000 },
    });
    const assetId = await addTwin(id, twinId);
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
    // The analysis has ended, so no time is left in which the asset could fail.
    expect(probability?.conditional).toBe(0);
    const info = (await ask('GET', `/info/twin/${twinId}`, undefined, shared.viewer)).json();
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
      const { version } = (await shared.server.ask('GET', `/api/twins/${twinId}`, shared.writer)).json();
      const change = { version, startDate, missionTime: 'P1Y' };
      expect((await shared.server.ask('PUT', `/api/twins/${twinId}`, shared.writer, change)).statusCode).toBe(
        200,
      );
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
    expect((await shared.server.ask('DELETE', `/api/twins/${twinId}`, shared.writer)).statusCode).toBe(204);
    expect(await readAsset(id, assetId)).toMatchObject({ probabilitySource: null, consequenceValue: null });
  });

  test("is the twin's until the analysis has its own", async () => {
    const { db } = shared.server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, {
      startDate: new Date(year.startDate),
      missionTime: 'P1Y',
      failureDistribution: wear,
      consequence: { value: 1000 },
    });
    const assetId = await addTwin(id, twinId);
    const twin = (await shared.server.ask('GET', `/api/twins/${twinId}`, shared.writer)).json();
    await shared.server.ask('PUT', '/api/twins/with-risk', shared.writer, {
      twin: { id: twinId, version: twin.version },
      probability: { value: 40, failureDistributionParameters: { distribution: 'none', scale: null } },
      consequence: { value: 500 },
    });
    expect(await readAsset(id, assetId)).toMatchObject({ probabilityValue: 40, risk: 200 });
    const path = `/${id}/assets/${assetId}/probabilities`;
    const [inherited] = (await ask('GET', path)).json();
    // An update of the twin's probability creates one in the analysis; the twin's is kept.
    const put = await ask('PUT', `${path}/${inherited.id}`, { failureDistributionParameters: wear });
    expect(put.json()).toMatchObject({ source: 'analysis', riskAnalysisValue: 12, twinId });
    expect(put.json().id).not.toBe(inherited.id);
    expect(await readAsset(id, assetId)).toMatchObject({
      probabilitySource: 'analysis',
      probabilityValue: 12,
    });
    expect(
      (await shared.server.ask('GET', `/api/twins/${twinId}`, shared.writer)).json().probability.value,
    ).toBe(40);
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
    const { db } = shared.server.tenant;
    const { id } = await makeAnalysis();
    const twinId = await makeTwin(db, { startDate: new Date(year.startDate), missionTime: 'P1Y' });
    const assetId = await addTwin(id, twinId);
    const mode = (
      await shared.server.ask('POST', '/api/failure-modes', shared.writer, {
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
      [{ failureModeId: unknown, value: 5 }, notInStore(unknown)],
      [{ twinId: unknown, value: 5 }, 'twinId: Please give the twin of the asset.'],
      [{ assetId: unknown, value: 5 }, `assetId: The asset of this call is ${assetId}.`],
    ] as const) {
      const answer = await ask('POST', path, body);
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    }
    const twice = await ask('POST', path, { failureModeId: mode.id, value: 5 });
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      'A probability already exists. Change that one.',
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

  test('stores and returns every percentage unchanged', async () => {
    const { id } = await makeAnalysis();
    const { db } = shared.server.tenant;
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
