import type { PlantRiskHistory, TwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import { addDays } from '@twinward/domain/risk/history';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { getPlantHistory, getRiskInRange, getTwinHistory, recordChangedRisk, recordDay } from './service.ts';

const day = 86_400_000;
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const mission = { startDate: new Date('2024-01-01T00:00:00Z'), missionTime: 'P365D' };

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
/** Noon in the plant's time zone, UTC. */
let now: number;
let today: string;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['twin', 'asset', 'protection'],
  });
});
afterAll(() => server.close());
/** Each test has its own plant. */
beforeEach(async () => {
  const { db } = server.tenant;
  await sql`delete from twin`.execute(db);
  await forget();
  await sql`delete from risk_history_state`.execute(db);
  today = new Date().toISOString().slice(0, 10);
  now = Date.parse(`${today}T12:00:00Z`);
});

/** Deletes the history that was recorded when the test records were created. */
const forget = () => sql`delete from risk_history`.execute(server.tenant.db);

async function ask<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const answer = await server.ask(method, url, writer, body);
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body === '' ? (undefined as T) : answer.json();
}

const read = async (): Promise<PlantRiskHistory> =>
  (await server.ask('GET', '/api/risk-history', viewer)).json<PlantRiskHistory>();

/** A twin with a probability of 12 %. */
const makeRiskyTwin = (value: number, twin: object = {}): Promise<number> =>
  makeTwin(server.tenant.db, { ...mission, failureDistribution: wear, consequence: { value }, ...twin });

async function changeConsequence(twinId: number, value: number): Promise<Twin> {
  const { version } = await ask<Twin>('GET', `/api/twins/${twinId}`);
  const consequence = { value, lifeCycleState: 'edit' };
  return ask('PUT', '/api/twins/with-risk', { twin: { id: twinId, version }, consequence });
}

const listSteps = async (twinId: number) =>
  (await getTwinHistory(server.tenant.db, twinId, 1000, now)).steps.map(({ from, until, risk, level }) => [
    from,
    until,
    risk,
    level,
  ]);

describe('the history of the plant', () => {
  it('is empty before its first day, without zeros', async () => {
    await makeRiskyTwin(1000);
    expect(await read()).toEqual({
      today,
      from: addDays(today, -30),
      firstDay: null,
      now: 120,
      before: null,
      withoutRisk: 0,
      days: [{ day: today, risk: 120 }],
      causes: [],
      otherCauses: { twins: 0, change: 0 },
    });
    await recordDay(server.tenant.db, now);
    expect(await read()).toMatchObject({ firstDay: today, from: today, before: null });
  });

  it('sums the risk on each day, and names the causes of changes', async () => {
    const { db } = server.tenant;
    const pump = await makeRiskyTwin(1000, { assetId: await makeAsset(db, { assetName: 'Pump' }) });
    const fan = await makeRiskyTwin(2000, { assetId: await makeAsset(db, { assetName: 'Fan' }) });
    const retired = await makeAsset(db, { assetName: 'Retired' });
    await makeRiskyTwin(500, { assetId: retired });
    await makeRiskyTwin(100);
    await forget();
    await recordDay(db, now - 10 * day);

    await changeConsequence(pump, 5000);
    await ask('DELETE', `/api/twins/${fan}`);
    const asset = await ask<Record<string, unknown>>('GET', `/api/assets/${retired}`);
    await ask('PUT', `/api/assets/${retired}`, { ...asset, outOfServiceAt: '2024-01-01T00:00:00.000Z' });
    await makeRiskyTwin(3000, { assetId: await makeAsset(db, { assetName: 'New' }) });

    const history = await read();
    const first = addDays(today, -10);
    expect(history).toMatchObject({ from: first, firstDay: first, before: 432, now: 972 });
    expect(history.days).toHaveLength(11);
    expect(history.days.map(({ risk }) => risk)).toEqual([...Array(10).fill(432), 972]);
    const at = (consequence: number) => ({ probability: 12, consequence, risk: consequence * 0.12 });
    expect(
      history.causes.map(({ assetName, state, before, now: after, change }) => [
        assetName,
        state,
        before,
        after,
        change,
      ]),
    ).toEqual([
      ['Pump', 'in-service', at(1000), at(5000), 480],
      ['New', 'in-service', null, at(3000), 360],
      ['Fan', 'deleted', at(2000), null, -240],
      ['Retired', 'out-of-service', at(500), null, -60],
    ]);
  });

  it('sums the changes beyond the ten largest', async () => {
    const { db } = server.tenant;
    await recordDay(db, now - day);
    for (let i = 1; i <= 12; i += 1) await makeRiskyTwin(1000 * i);
    const { causes, otherCauses } = await read();
    expect(causes.map(({ change }) => change)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((i) => 120 * i));
    expect(otherCauses).toEqual({ twins: 2, change: 360 });
  });

  it.each(['0', '1831', 'x'])('refuses %s days', async (days) => {
    expect((await server.ask('GET', `/api/risk-history?days=${days}`, viewer)).statusCode).toBe(400);
  });
});

it('the risk is summed on each day of a range, for all or selected twins', async () => {
  const { db } = server.tenant;
  await recordDay(db, now - 10 * day);
  const [d10, d8, d5] = [-10, -8, -5].map((count) => addDays(today, count)) as [string, string, string];
  const step = (twinId: number, from: string, until: string | null, risk: number) =>
    sql`insert into risk_history (twin_id, asset_id, name, from_day, until_day, risk)
      values (${twinId}, 1, 'Pump', ${from}, ${until}, ${risk})`.execute(db);
  await step(1, d10, d5, 120);
  await step(1, d5, null, 600);
  await step(2, d10, null, 240);
  const inRange = (from: number, to: number, twins: Parameters<typeof getRiskInRange>[2] = null) =>
    getRiskInRange(db, { from, to }, twins, now);
  const past = await inRange(now - 8 * day, now - 3 * day);
  expect(past).toMatchObject({ risk: 840, before: 360 });
  expect(past.days.map(({ risk }) => risk)).toEqual([360, 360, 360, 840, 840, 840]);
  expect(past.days[0]).toEqual({ day: d8, risk: 360 });
  const some = await inRange(now - 8 * day, now, sql`select 1`);
  expect(some).toMatchObject({ risk: 600, before: 120 });
  expect(some.days).toHaveLength(9);
  // The end is midnight: the day that starts then is excluded.
  expect((await inRange(now - 8 * day, Date.parse(`${d5}T00:00:00Z`))).risk).toBe(360);
  expect(await inRange(now - 30 * day, now - 20 * day)).toEqual({ risk: null, before: null, days: [] });
});

describe('the history of a twin', () => {
  it('has a new row only if a value changes', async () => {
    const { db } = server.tenant;
    const twinId = await makeRiskyTwin(1000);
    await forget();
    const old = addDays(today, -3);
    await recordDay(db, now - 3 * day);
    await recordDay(db, now - 2 * day);
    await recordDay(db, now);
    expect(await listSteps(twinId)).toEqual([[old, null, 120, null]]);

    await changeConsequence(twinId, 2000);
    await changeConsequence(twinId, 3000);
    expect(await listSteps(twinId)).toEqual([
      [old, today, 120, null],
      [today, null, 360, null],
    ]);
    await changeConsequence(twinId, 1000);
    expect(await listSteps(twinId)).toEqual([[old, null, 120, null]]);
  });

  it('follows its mission and its failure modes', async () => {
    const { db } = server.tenant;
    const twinId = await makeTwin(db, mission);
    await forget();
    await recordDay(db, now - day);
    const mode = await ask<FailureMode>('POST', '/api/failure-modes', {
      twinId,
      name: 'Wear',
      probability: { lifeCycleState: 'new', failureDistributionParameters: wear },
      consequence: { lifeCycleState: 'new', value: 1000 },
    });
    const { version } = await ask<Twin>('GET', `/api/twins/${twinId}`);
    // 1 - exp(-((365 / 1000) ^ 2)) is 12.473 %. The failure mode has a stored probability of 12 %.
    const history = await getTwinHistory(db, twinId, 10, now);
    expect(history.steps.at(-1)).toMatchObject({ probability: 12, consequence: null });
    expect(history.steps.at(-1)!.risk).toBeCloseTo(124.73, 2);
    expect(history.failureModes).toMatchObject([
      { id: mode.id, name: 'Wear', isDeleted: false, steps: [{ from: today, probability: 12, risk: 120 }] },
    ]);
    expect((await read()).causes[0]!.failureModes).toEqual([{ name: 'Wear', before: null, now: 120 }]);

    await ask('PUT', `/api/twins/${twinId}`, { missionTime: 'P1000D', version });
    expect((await getTwinHistory(db, twinId, 10, now)).steps.at(-1)!.risk).toBeCloseTo(632.12, 2);
    await recordDay(db, now + day);
    await ask('DELETE', `/api/failure-modes/${mode.id}`);
    expect((await getTwinHistory(db, twinId, 10, now)).failureModes).toEqual([]);
  });

  it('keeps the highest level of each day', async () => {
    const { db } = server.tenant;
    const twinId = await makeRiskyTwin(1000);
    const protectionId = await makeProtection(db, { twinId });
    const shelvedId = await makeProtection(db, { twinId });
    await forget();
    const [d5, d4, d3] = [-5, -4, -3].map((count) => addDays(today, count)) as [string, string, string];
    await recordDay(db, now - 5 * day);
    const change = (id: number, at: string, level: number) =>
      db
        .insertInto('level_change')
        .values({ protection_id: id, at: new Date(at), level })
        .execute();
    await change(protectionId, `${d5}T15:00:00Z`, 250);
    await change(protectionId, `${d4}T01:00:00Z`, 900);
    await change(protectionId, `${d4}T02:00:00Z`, 0);
    await change(shelvedId, `${d4}T02:00:00Z`, 1000);
    const until = new Date(now + day).toISOString();
    await ask('POST', '/api/indicators/shelve', { ids: [shelvedId], until, reason: 'Test' });
    await recordDay(db, now);
    // For today, the level of the twin, which was not evaluated.
    expect(await listSteps(twinId)).toEqual([
      [d5, d4, 120, 250],
      [d4, d3, 120, 900],
      [d3, today, 120, 0],
      [today, null, 120, null],
    ]);
    await recordDay(db, now);
    expect(await listSteps(twinId)).toHaveLength(4);
  });

  it('is found only for twins', async () => {
    expect((await server.ask('GET', '/api/risk-history/twins/999', viewer)).statusCode).toBe(404);
    const twinId = await makeRiskyTwin(1000);
    const answer = await server.ask('GET', `/api/risk-history/twins/${twinId}?days=7`, viewer);
    expect(answer.json<TwinRiskHistory>()).toMatchObject({
      today,
      from: addDays(today, -7),
      failureModes: [],
    });
  });
});

it('the history records that an asset went out of service at the start of that day', async () => {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const twinId = await makeRiskyTwin(1000, { assetId });
  await recordDay(db, now);
  const asset = await ask<Record<string, unknown>>('GET', `/api/assets/${assetId}`);
  const outOfServiceAt = new Date(now + day).toISOString();
  await ask('PUT', `/api/assets/${assetId}`, { ...asset, outOfServiceAt });
  expect((await getPlantHistory(db, 30, now)).now).toBe(120);
  await recordDay(db, now + 2 * day);
  expect((await getPlantHistory(db, 30, now + 2 * day)).now).toBe(0);
  expect(await listSteps(twinId)).toEqual([[today, addDays(today, 2), 120, null]]);
});

it('the history contains one row per day after concurrent changes of a twin', async () => {
  const { db } = server.tenant;
  const { assetId } = await ask<Twin>('GET', `/api/twins/${await makeRiskyTwin(1000)}`);
  await Promise.all([
    recordDay(db, now),
    ...Array.from({ length: 8 }, () =>
      withTransaction(db, (transaction) => recordChangedRisk(transaction, { assetIds: [assetId] })),
    ),
  ]);
  const { rows } = await sql`select from risk_history where asset_id = ${assetId}`.execute(db);
  expect(rows).toHaveLength(1);
});
