import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type {
  RiskAnalysisAsset,
  RiskAnalysisProbability,
} from '@twinward/contracts/risk/risk-analysis-asset';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import type { Activity } from '@twinward/contracts/twins/activity';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import {
  plainConditional,
  plainRenewal,
  plainUnderRepair,
  type WorkItem,
} from '@twinward/domain/risk/testing/plain-age';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { recordWork } from '../../work/work/service.ts';
import { refreshAges } from './ages.ts';
import { recalculateRiskAnalysis } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS', 'ADMINISTRATORS'],
    recordTypes: ['risk-analysis', 'twin', 'asset', 'work', 'tag'],
  });
});
afterAll(() => server.close());

async function ask<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const answer = await server.ask(method, url, writer, body);
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body === '' ? (undefined as T) : answer.json();
}

const at = (date: string): number => Date.parse(`${date}T00:00:00.000Z`);
const born = at('2023-01-01');
/** 730 days after the start of the twin, which is 1095 days old at the end of the analysis. */
const today = at('2024-12-31');
const dates = { startDate: '2024-01-01T00:00:00.000Z', endDate: '2025-12-31T00:00:00.000Z' };
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const assigned = { lifeCycleState: 'new', failureDistributionParameters: wear };

/** Makes an analysis of a twin that started 730 days before `today`, with a work tag. */
async function makeAged({ probability = true, twin = {} }: { probability?: boolean; twin?: object } = {}) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Service', type: 'work', mappedTagId: tagId }],
    ...(probability ? { failureDistribution: wear } : {}),
    startDate: new Date(born),
    missionTime: 'P3Y',
    consequence: { value: 1000, description: '' },
    ...twin,
  });
  const [{ id }] = await ask<[RiskAnalysis]>('POST', '/api/riskanalyses/', [
    { name: 'Aged', ...dates, assetIds: [assetId] },
  ]);
  await refreshAges(db, today + 36_000_000);
  const path = `/api/riskanalyses/${id}`;
  const entry = () => ask<RiskAnalysisAsset>('GET', `${path}/assets/${assetId}`);
  const analysis = () => ask<RiskAnalysis>('GET', `${path}?assets=false`);
  const probabilities = () =>
    ask<RiskAnalysisProbability[]>('GET', `${path}/assets/${assetId}/probabilities?twinId=${twinId}`);
  const [alias] = await ask<TagAlias[]>('GET', `/api/twins/${twinId}/tag-aliases`);
  const repair = (completed: number | null, fields: object = {}) =>
    ask<{ id: number; version: number }>('POST', '/api/work', {
      tagId,
      name: 'Repair',
      kind: 'corrective',
      start: (completed ?? today) - 3_600_000,
      completed,
      ...fields,
    });
  return { id, assetId, tagId, twinId, aliasId: alias!.id, path, entry, analysis, probabilities, repair };
}

describe('the probability given survival', () => {
  test('is returned beside the specified one, in the row and in the total', async () => {
    const { path, entry, analysis } = await makeAged();
    expect(await entry()).toMatchObject({
      probabilityValue: 69,
      risk: 690,
      conditionalProbability: 48,
      conditionalRisk: 480,
      renewedAt: '2023-01-01T00:00:00.000Z',
      underRepair: false,
    });
    expect(await analysis()).toMatchObject({
      risk: 690,
      conditionalRisk: 480,
      withoutConditional: 0,
      asOf: '2024-12-31T00:00:00.000Z',
    });
    const field = { field: 'ConditionalProbability', operator: 'EqualTo', dataType: 'N', value: 48 };
    expect(await ask('POST', `${path}/assets/filters`, { filters: [field] })).toHaveLength(1);
  });

  test('is measured from the last repair, and is null while a repair is open', async () => {
    const { entry, analysis, repair } = await makeAged();
    await repair(at('2024-07-04'));
    const renewed = { renewedAt: '2024-07-04T00:00:00.000Z', risk: 690 };
    // From 180 to 545 days: 1 - exp(0.0324 - 0.297025)
    expect(await entry()).toMatchObject({ ...renewed, conditionalProbability: 23, conditionalRisk: 230 });
    const { id, version } = await repair(null);
    const open = { conditionalProbability: null, conditionalRisk: null, underRepair: true };
    expect(await entry()).toMatchObject({ ...renewed, ...open });
    expect(await analysis()).toMatchObject({ risk: 690, conditionalRisk: null, withoutConditional: 1 });
    await ask('PUT', `/api/work/${id}`, {
      name: 'Repair',
      kind: 'corrective',
      start: today - 3_600_000,
      completed: today,
      version,
    });
    expect(await entry()).toMatchObject({ conditionalProbability: 12, underRepair: false });
    await ask('DELETE', `/api/work/${id}`);
    expect(await entry()).toMatchObject({ ...renewed, conditionalProbability: 23 });
  });

  test('is null, like the specified one, if the asset went out of service before the start', async () => {
    const { assetId, path, entry, analysis } = await makeAged();
    const retire = async (outOfServiceAt: string) => {
      const asset = await ask<object>('GET', `/api/assets/${assetId}`);
      await ask('PUT', `/api/assets/${assetId}`, { ...asset, outOfServiceAt });
    };
    await retire('2023-06-01T00:00:00.000Z');
    const none = { probabilityValue: null, risk: null, opportunity: null };
    expect(await entry()).toMatchObject({ ...none, conditionalProbability: null, conditionalRisk: null });
    expect(await analysis()).toMatchObject({ risk: null, conditionalRisk: null });
    expect((await ask<{ risk: number[] }>('GET', `${path}/risk-over-time`)).risk.some(Boolean)).toBe(false);
    // Otherwise, its time ends with the date: 365 days by the start.
    await retire(dates.startDate);
    expect(await entry()).toMatchObject({ probabilityValue: 12, risk: 120 });
  });

  test("follows changes of work inputs, and of the asset's tags", async () => {
    const { aliasId, tagId, entry, repair } = await makeAged();
    await repair(at('2024-07-04'));
    const { version } = await ask<{ version: number }>('GET', `/api/tags/${tagId}`);
    await ask('PUT', `/api/tags/${tagId}`, {
      name: `elsewhere ${tagId}`,
      caption: 'elsewhere',
      assetIds: [],
      version,
    });
    expect(await entry()).toMatchObject({ conditionalProbability: 23 });
    await ask('DELETE', `/api/tag-aliases/${aliasId}`);
    expect(await entry()).toMatchObject({ conditionalProbability: 48 });
  });

  test('of an asset and its failure modes is renewed by preventive work that renews them', async () => {
    const { twinId, aliasId, tagId, entry, probabilities } = await makeAged();
    const mode = async (name: string) =>
      (await ask<{ id: number }>('POST', '/api/failure-modes', { twinId, name, probability: assigned })).id;
    const [leak, crack] = [await mode('Leak'), await mode('Crack')];
    const upkeep = { start: null, completed: at('2024-07-04'), kind: 'preventive' };
    await ask('POST', '/api/work', { tagId, name: 'Service', ...upkeep });
    const activity = { tagAliasId: aliasId, name: 'Upkeep' };
    const made = await ask<Activity>('POST', '/api/activities', { twinId, ...activity });
    expect(made).toMatchObject({ renews: 'none', failureModeIds: [] });
    const shares = async () =>
      new Map((await probabilities()).map((one) => [one.failureModeId, one.conditional]));
    const [old, young] = [expect.closeTo(48.6305, 3), expect.closeTo(23.2507, 3)];
    expect(await shares()).toEqual(
      new Map([
        [null, old],
        [leak, old],
        [crack, old],
      ]),
    );
    const named = { renews: 'failure-modes', failureModeIds: [leak] };
    await ask('PUT', `/api/activities/${made.id}`, { ...activity, ...named, version: 1 });
    expect(await shares()).toEqual(
      new Map([
        [null, old],
        [leak, young],
        [crack, old],
      ]),
    );
    const whole = await ask<Activity>('PUT', `/api/activities/${made.id}`, {
      ...activity,
      renews: 'all',
      version: 2,
    });
    expect(whole).toMatchObject({ renews: 'all', failureModeIds: [] });
    expect(await shares()).toEqual(
      new Map([
        [null, young],
        [leak, young],
        [crack, young],
      ]),
    );
    expect(await entry()).toMatchObject({ conditionalProbability: 23 });
    // If activities share an input, work belongs to the activity with its name.
    await ask('POST', '/api/activities', { twinId, ...activity, name: ' SERVICE' });
    expect(await entry()).toMatchObject({ conditionalProbability: 48 });
    await ask('DELETE', `/api/activities/${made.id}`);
    expect(await entry()).toMatchObject({ conditionalProbability: 48 });
  });

  test('is the roll-up of the failure modes, each with its own age', async () => {
    const { twinId, entry, repair } = await makeAged({ probability: false, twin: { consequence: null } });
    const mode = (name: string, mechanism: string) =>
      ask('POST', '/api/failure-modes', {
        twinId,
        name,
        mechanism,
        probability: assigned,
        consequence: { lifeCycleState: 'new', value: 1000 },
      });
    await mode('Leak', '1.1');
    await mode('Wear', '2.4');
    await repair(at('2024-07-04'), { failureMechanism: '1.1' });
    // 23.2507 % and 48.6305 %
    expect(await entry()).toMatchObject({
      probabilitySource: 'failure-modes',
      conditionalProbability: 60,
      conditionalRisk: expect.closeTo(718.812, 2),
    });
  });

  test('is refreshed at midnight in the time zone of the plant, and keeps scenarios valid', async () => {
    const { db } = server.tenant;
    const { path, entry, analysis } = await makeAged();
    const scenario = await ask<Scenario>('POST', `${path}/scenarios`, { name: 'Now' });
    await refreshAges(db, today + 86_399_999);
    expect(await analysis()).toMatchObject({ asOf: '2024-12-31T00:00:00.000Z' });
    await refreshAges(db, today + 10 * 86_400_000);
    expect(await analysis()).toMatchObject({
      asOf: '2025-01-10T00:00:00.000Z',
      validScenarios: [{ id: scenario.id }],
    });
    expect(await entry()).toMatchObject({ conditionalProbability: 47 });
    await refreshAges(db, at('2026-06-01'));
    expect(await analysis()).toMatchObject({ asOf: dates.endDate, conditionalRisk: 0 });
    await ask('POST', '/api/settings/system/time-zone', { timeZone: 'America/New_York' });
    await refreshAges(db, today + 1000);
    expect(await analysis()).toMatchObject({ asOf: '2024-12-30T05:00:00.000Z' });
    await ask('POST', '/api/settings/system/time-zone', { timeZone: 'UTC' });
  });

  test('of many assets is refreshed by a command', async () => {
    const { db } = server.tenant;
    const { id, analysis } = await makeAged();
    await withTransaction(db, (transaction) =>
      sql`with made as (
          insert into asset (unique_id, asset_name) select 'AGED-' || n, 'Aged ' || n
          from generate_series(1, 2000) n returning id)
        insert into risk_analysis_asset (risk_analysis_id, asset_id) select ${id}, id from made`.execute(
        transaction,
      ),
    );
    await sql`update risk_analysis set asset_count = 2001 where id = ${id}`.execute(db);
    await refreshAges(db, today + 10 * 86_400_000);
    const command = await db
      .selectFrom('command')
      .select('id')
      .where('type', '=', 'recalculate-risk-analysis')
      .where('target_id', '=', String(id))
      .executeTakeFirstOrThrow();
    await runCommand(server.tenant, { 'recalculate-risk-analysis': recalculateRiskAnalysis }, command.id);
    expect(await analysis()).toMatchObject({ asOf: '2025-01-10T00:00:00.000Z', conditionalRisk: 470 });
  });
});

test('renewals and probabilities over random histories agree with a plain implementation', async () => {
  const { db } = server.tenant;
  const hours = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((count) => count * 3_612_345);
  const mechanism = fc.constantFrom(null, '1.1', '2.4');
  const activities = ['All', 'Some', 'Nothing', 'Unknown'] as const;
  const item = fc.record({
    name: fc.constantFrom(...activities),
    kind: fc.constantFrom('corrective' as const, 'preventive' as const),
    start: hours(0, 17_500).map((time) => born - 30 * 86_400_000 + time),
    length: fc.option(hours(0, 60), { freq: 8 }),
    mechanism,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (items, hasStart) => {
        const twin = hasStart ? {} : { startDate: null };
        const { twinId, aliasId, tagId, entry, probabilities } = await makeAged({ twin });
        const modes: { id: number; mechanism: string | null }[] = [];
        for (const one of ['1.1', '2.4', null]) {
          const fields = { twinId, name: `Mode ${one}`, mechanism: one, probability: assigned };
          const { id } = await ask<{ id: number }>('POST', '/api/failure-modes', fields);
          modes.push({ id, mechanism: one });
        }
        const some = [modes[0]!.id, modes[2]!.id];
        const renewedBy = { All: 'all', Some: some, Nothing: 'none', Unknown: 'none' } as const;
        const base = { twinId, tagAliasId: aliasId };
        await ask('POST', '/api/activities', { ...base, name: 'All', renews: 'all' });
        const named = { name: 'Some', renews: 'failure-modes', failureModeIds: some };
        await ask('POST', '/api/activities', { ...base, ...named });
        await ask('POST', '/api/activities', { ...base, name: 'Nothing' });
        const history: WorkItem[] = [];
        for (const { name, kind, start, length, mechanism: stated } of items) {
          const completed = length === null ? null : start + length;
          history.push({ kind, start, completed, mechanism: stated, renews: renewedBy[name] });
          await recordWork(db, {
            tagId,
            name,
            kind,
            startedAt: new Date(start),
            completedAt: completed === null ? null : new Date(completed),
            ...(stated === null ? {} : { failureMechanism: stated }),
          });
        }
        const since = { twinStart: hasStart ? born : null, analysisStart: at('2024-01-01') };
        const row = await entry();
        expect(Date.parse(row.renewedAt!)).toBe(plainRenewal(history, since, null));
        expect(row.underRepair).toBe(plainUnderRepair(history, null));
        for (const { failureModeId, conditional } of await probabilities()) {
          const mode = modes.find(({ id }) => id === failureModeId) ?? null;
          if (plainUnderRepair(history, mode)) {
            expect(conditional).toBeNull();
            continue;
          }
          const times = { renewedAt: plainRenewal(history, since, mode), asOf: today, end: at('2025-12-31') };
          const share = plainConditional({ shape: 2, scale: 1000 }, times);
          expect(Math.abs(conditional! / 100 - share)).toBeLessThan(1e-12);
          if (mode === null) expect(row.conditionalProbability).toBe(Math.floor(100 * share + 1e-9));
        }
      },
    ),
    { numRuns: 8 },
  );
});
