import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { describe, expect, test } from 'vitest';
import { makeAsset, makeUser } from '../../../testing/factories.ts';
import { unknown, useRiskAnalyses, year } from '../../../testing/risk-analyses.ts';

const { shared, ask, makeAnalysis, readAnalysis, readAsset, addAsset } = useRiskAnalyses();

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
      fields: {},
      version: 1,
    });
    expect(await readAnalysis(made.id)).toEqual({ ...made, assets: [] });
    const find = async (word: string) =>
      (
        await shared.server.ask('POST', '/api/search', shared.viewer, {
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

  test('is created and renamed with the request body of a full save, with its assets', async () => {
    const { db } = shared.server.tenant;
    const [first, second] = [await makeAsset(db), await makeAsset(db)];
    const answer = await ask('POST', '/', [
      {
        analysis: null,
        analysisName: 'As saved',
        description: '',
        ...year,
        probabilityThreshold: 40,
        assets: [
          {
            id: first,
            improvement: true,
            improvementComment: 'New seal',
            probabilityValue: 12.4,
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
      analysis: id,
      analysisName: 'Saved once more',
      assets: [{ id: second, improvement: true, improvementComment: 'Coating' }, { id: third }],
    });
    expect(saved.statusCode).toBe(200);
    expect(saved.json()).toMatchObject({ name: 'Saved once more', assetCount: 3 });
    expect(await readAsset(id, second!)).toMatchObject({ improve: true, improveDescription: 'Coating' });
    const other = await ask('PUT', `/${id}`, { analysis: id + 1, version: saved.json().version });
    expect([other.statusCode, other.json().errors[0].path]).toEqual([400, 'analysis']);
    const unnamed = await ask('POST', '/', [{ ...year }]);
    expect([unnamed.statusCode, unnamed.json().message]).toEqual([400, '0.name: Required.']);
    const unknownAsset = await ask('POST', '/', [{ name: 'A', assets: [{ id: unknown }] }]);
    expect([unknownAsset.statusCode, unknownAsset.json().message]).toContain(400);
  });

  test.each([
    [[], 'Please send exactly one analysis.'],
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
      (await ask('POST', '/filters', body, shared.viewer)).json<RiskAnalysis[]>().map((row) => row.name);
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
    const entries = await shared.server.tenant.db
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

test('an asset shows its latest analysis', async () => {
  const first = await makeAnalysis({ name: 'First' });
  const second = await makeAnalysis({ name: 'Second' });
  const assetId = await addAsset(first.id, { assetName: 'In two' });
  await ask('POST', `/${second.id}/assets`, [assetId]);
  const read = async () =>
    (await shared.server.ask('GET', `/api/assets?id=${assetId}`, shared.viewer)).json()[0];
  expect(await read()).toMatchObject({ riskAnalysisId: second.id, riskAnalysisName: 'Second' });
  await ask('DELETE', `/${second.id}`);
  expect(await read()).toMatchObject({ riskAnalysisId: first.id, riskAnalysisName: 'First' });
  await ask('DELETE', `/${first.id}`);
  expect(await read()).toMatchObject({ riskAnalysisId: null, riskAnalysisName: null });
});

test('viewers can read but not change an analysis, which is kept when its owner is deleted', async () => {
  const { id } = await makeAnalysis();
  expect((await ask('GET', `/${id}`, undefined, shared.viewer)).statusCode).toBe(200);
  expect((await ask('PUT', `/${id}`, { version: 1, name: 'X' }, shared.viewer)).statusCode).toBe(403);
  const { db } = shared.server.tenant;
  const ownerId = await makeUser(db);
  await db.updateTable('risk_analysis').set({ owner_id: ownerId }).where('id', '=', id).execute();
  await db.deleteFrom('app_user').where('id', '=', ownerId).execute();
  expect(await readAnalysis(id)).toMatchObject({ ownerId: null, owner: null });
});
