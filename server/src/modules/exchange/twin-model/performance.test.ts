import type { ModelPerformance } from '@twinward/contracts/library/performance';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';
import { measureModel } from './performance.ts';

let test: TestApp;
let admin: Record<string, string>;
let viewer: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  viewer = await makeViewerSession(test.tenant.db);
});
afterAll(() => test.close());

const day = 86_400_000;
const begin = Date.UTC(2024, 0, 1);
const at = (days: number) => new Date(begin + days * day);

async function createModel(accessLevel: string): Promise<TwinModel> {
  const path = '/api/library/models';
  const made = (await test.ask('POST', path, admin, { name: `Pump ${accessLevel}`, accessLevel })).json();
  const definition = {
    tagAliases: [{ id: 1, name: 'Temperature' }],
    failureModes: [
      { id: 2, name: 'Wear', mechanism: '2.4' },
      { id: 3, name: 'Leak', mechanism: '1.1' },
    ],
    indicators: [{ id: 4, name: 'Heat', thresholds: [{ id: 5, name: 'High', logic: '[Temperature] > 80' }] }],
  };
  const change = { name: made.name, accessLevel, definition, version: made.version };
  const draft = (await test.ask('PUT', `${path}/${made.id}`, admin, change)).json();
  const answer = await test.ask('POST', `${path}/${made.id}/publish`, admin, { version: draft.version });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Makes a twin of the model that failed by wear after the given days, with an excursion some days before. */
async function makePump({ versionId }: TwinModel, days: number): Promise<void> {
  const { db } = test.tenant;
  const assetId = await makeAsset(db);
  const workTag = await makeTag(db, { type: 'work', assetIds: [assetId] });
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const twinId = await makeTwin(db, {
    assetId,
    startDate: at(0),
    missionTime: 'P1Y',
    aliases: [{ name: 'Temperature', type: 'data_point', mappedTagId: tagId }],
  });
  await db.updateTable('twin').set({ model_version_id: versionId }).where('id', '=', twinId).execute();
  const modes = [
    { twin_id: twinId, name: 'Wear', mechanism: '2.4', model_part: 2 },
    { twin_id: twinId, name: 'Leak', mechanism: '1.1', model_part: 3 },
  ];
  await db.insertInto('failure_mode').values(modes).execute();
  const protectionId = await makeProtection(db, { twinId });
  await db
    .updateTable('protection')
    .set({ model_part: 4, evaluated_at: at(400) })
    .where('id', '=', protectionId)
    .execute();
  await appendPoints(db, [{ tagId, times: [at(0).getTime(), at(400).getTime()], values: [20, 20] }]);
  await recordWork(db, {
    tagId: workTag,
    name: 'Bearing',
    kind: 'corrective',
    failureMechanism: '2.4',
    startedAt: at(days),
    completedAt: at(days),
  });
  const excursion = (start: number) =>
    makeExcursion(db, {
      protectionId,
      start: at(start).toISOString(),
      end: at(start + 1).toISOString(),
    });
  await excursion(days - 5);
  await excursion(1);
  const { id: remediation } = await db
    .selectFrom('value_list_item')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const advisory = { twin_id: twinId, protection_id: protectionId, source: 'rule' as const, name: 'Hot' };
  await db
    .insertInto('advisory')
    .values([
      { ...advisory, state: 'closed', outcome: 'confirmed', remediation_id: remediation },
      { ...advisory, state: 'active' },
    ])
    .execute();
}

it('the performance of a model is measured over its twins, part by part', async () => {
  const model = await createModel('tenant');
  for (const days of [100, 200, 300]) await makePump(model, days);
  const { db } = test.tenant;
  const now = at(410).getTime();
  const measured = await measureModel(db, {
    twins: { modelId: model.id, versionId: null },
    versionId: model.versionId,
    now,
  });
  expect(measured.versions).toEqual([{ versionId: model.versionId, major: 1, minor: 0, patch: 0, twins: 3 }]);
  expect(measured.indicators).toMatchObject([
    {
      id: 4,
      name: 'Heat',
      twins: 3,
      excursions: 3,
      advisories: { confirmed: 3, prevented: 0, falseAlarm: 0, noAction: 0, open: 3, precision: 1 },
      score: { scored: 3, hits: 3, misses: 0, falseEpisodes: 3 },
    },
  ]);
  const [{ score }] = measured.indicators as [ModelPerformance['indicators'][number]];
  expect(score.falseEpisodesPerYear).toBeCloseTo(3 / score.years, 6);
  expect(measured.failureModes).toMatchObject([
    { id: 2, name: 'Wear', twins: 3, failures: 3, suspensions: 3, problem: null },
    { id: 3, name: 'Leak', twins: 3, failures: 0, suspensions: 3, shape: null },
  ]);
  expect(measured.failureModes[0]!.scale).toBeGreaterThan(100);
});

it('the performance of a version is measured over its twins only', async () => {
  const model = await createModel('shared');
  for (const days of [100, 200]) await makePump(model, days);
  const { db } = test.tenant;
  const { id: otherId } = await db
    .insertInto('twin_model_version')
    .columns(['model_id', 'state', 'major', 'minor', 'patch', 'definition', 'published_at'])
    .expression((eb) =>
      eb
        .selectFrom('twin_model_version')
        .select(['model_id', 'state', 'major', eb.val(1).as('minor'), 'patch', 'definition', 'published_at'])
        .where('id', '=', model.versionId),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await makePump({ ...model, versionId: otherId }, 300);
  const path = `/api/library/models/${model.id}/performance`;
  const getTwins = async (query: string) => {
    const { versions, indicators } = (await test.ask('GET', `${path}${query}`, admin)).json();
    expect(versions.map(({ twins }: { twins: number }) => twins)).toEqual([1, 2]);
    return indicators[0].twins;
  };
  expect(await getTwins('')).toBe(3);
  expect(await getTwins(`?versionId=${otherId}`)).toBe(1);
  expect(await getTwins(`?versionId=${model.versionId}`)).toBe(2);
  expect((await test.ask('GET', `${path}?versionId=999999`, admin)).statusCode).toBe(404);
});

it('the performance can be read by users who can see the model', async () => {
  const model = await createModel('private');
  const path = `/api/library/models/${model.id}/performance`;
  const answer = await test.ask('GET', path, admin);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({
    versions: [],
    indicators: [{ id: 4, twins: 0, score: { scored: 0, falseEpisodesPerYear: null } }],
    failureModes: [{ id: 2, failures: 0, problem: expect.any(String) }, { id: 3 }],
  });
  expect((await test.ask('GET', path, viewer)).statusCode).toBe(404);
});
