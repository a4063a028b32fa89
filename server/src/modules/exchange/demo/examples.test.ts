import type { ModelOfTwin, Upgrade } from '@twinward/contracts/library/upgrade';
import type { Dashboard, DashboardSummary } from '@twinward/contracts/questions/dashboard';
import type { CardData, DataByKind } from '@twinward/contracts/questions/dashboard-data';
import type { LinkedRecord } from '@twinward/contracts/records/link';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeSession } from '../../../testing/factories.ts';
import { createAdministrator } from '../../access/user/service.ts';
import { previewUpgrade } from '../model-upgrade/jobs.ts';
import { clearDemo } from './clear.ts';
import { loadDemo } from './service.ts';

let server: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  await createAdministrator(db, 'Rotor-42!');
  admin = await makeSession(db, { isAdmin: true });
  // Without the reactor, whose points take longest to load.
  await db.insertInto('demo_load').values({ data_set: 'reactor' }).execute();
  await loadDemo(server.tenant, { at: Date.now() });
}, 120_000);
afterAll(() => server.close());

test('there is an advisory in each state, with a comment', async () => {
  const { db } = server.tenant;
  const rows = await db.selectFrom('advisory').select(['state', 'outcome']).orderBy('id').execute();
  expect(rows.map(({ state }) => state)).toEqual([
    'draft',
    'submitted',
    'active',
    'rejected',
    'canceled',
    'closed',
  ]);
  expect(rows.at(-1)!.outcome).toBe('confirmed');
  const comments = await db.selectFrom('advisory_comment').select('advisory_id').execute();
  expect(comments).toHaveLength(6);
});

test('inspection reports are linked to the advisories that resulted from them', async () => {
  const { id } = await server.tenant.db
    .selectFrom('advisory')
    .select('id')
    .where('name', '=', 'Change the engine before the next long flight')
    .executeTakeFirstOrThrow();
  const url = `/api/links/advisory/${id}/inspection-led-to/to/filters`;
  const linked = (await server.ask('POST', url, admin, {})).json<LinkedRecord[]>();
  expect(linked).toMatchObject([{ title: expect.stringMatching(/Combustor liner$/) }]);
  const all = await server.tenant.db.selectFrom('record_link').select('id').execute();
  expect(all).toHaveLength(5);
});

test('one failure mode has no protection, and one protection is shelved', async () => {
  const { db } = server.tenant;
  const modes = await db
    .selectFrom('failure_mode')
    .leftJoin('failure_mode_protection as link', 'link.failure_mode_id', 'failure_mode.id')
    .select(['name', 'link.protection_id'])
    .orderBy('name')
    .execute();
  expect(modes).toEqual([
    { name: 'Component stalls', protection_id: expect.any(Number) },
    { name: 'Lubricant lost', protection_id: null },
  ]);
  expect(await db.selectFrom('shelving').selectAll().execute()).toHaveLength(1);
});

test('a scenario with a budget saves less than all improvements, but a visible share', async () => {
  const { db } = server.tenant;
  const { id } = await db.selectFrom('risk_analysis').select('id').executeTakeFirstOrThrow();
  const scenarios = (await server.ask('GET', `/api/riskanalyses/${id}/scenarios`, admin)).json<Scenario[]>();
  const totals = new Map(scenarios.map(({ name, total }) => [name, total]));
  const [all, chosen] = ['All improvements', 'Budget of $60,000'].map((name) => totals.get(name)!);
  const share = ({ risk, improvedRisk }: Scenario['total']) => 1 - improvedRisk / risk;
  expect(share(chosen!)).toBeGreaterThan(0.2);
  expect(share(all!)).toBeGreaterThan(share(chosen!));
  expect([all!.cost, chosen!.cost]).toEqual([180_000, 25_000]);
});

test('the administrator watches some of the machines', async () => {
  const { db } = server.tenant;
  const rows = await db
    .selectFrom('watch')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select('user_name')
    .execute();
  expect(rows.map((row) => row.user_name)).toEqual(Array(4).fill('admin'));
});

test('a shared dashboard shows the repairs of each week and the signal of the machine, and is mailed', async () => {
  const { db } = server.tenant;
  const listed = (await server.ask('POST', '/api/dashboards/filters', admin, {})).json<DashboardSummary[]>();
  expect(listed.map(({ name, sharing }) => [name, sharing])).toEqual([
    ['Demo: repairs and excursions', 'tenant'],
  ]);
  const { id, content } = (
    await server.ask('GET', `/api/dashboards/${listed[0]!.id}`, admin)
  ).json<Dashboard>();
  const read = async (card: string): Promise<CardData> => {
    const answer = await server.ask('POST', `/api/dashboards/${id}/cards/${card}`, admin, {
      values: { range: content.range },
    });
    expect([card, answer.statusCode, answer.body]).toEqual([card, 200, answer.body]);
    return answer.json();
  };
  const cards = content.cards.filter(({ kind }) => kind !== 'text');
  const data = new Map<string, CardData>();
  for (const card of cards) data.set(card.id, await read(card.id));
  const { rows } = (data.get('repairs') as DataByKind<'query'>).result;
  const { count } = await db
    .selectFrom('work')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'corrective')
    .where('completed_at', '>=', new Date(Date.now() - 90 * 86_400_000))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(50);
  expect(rows.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(count);
  const { series } = data.get('machine') as DataByKind<'trend'>;
  expect((series.buckets ?? series.points)!.times.length).toBeGreaterThan(50);
  expect((data.get('top') as DataByKind<'top-risks'>).kind).toBe('top-risks');
  const mailed = await db.selectFrom('report_subscription').select(['name', 'period']).execute();
  expect(mailed).toEqual([{ name: 'Demo: repairs and excursions', period: 'weekly' }]);
});

test('an upgrade of three engines is pending, with a conflict on the engine that was tuned', async () => {
  const twins = await server.tenant.db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['twin.id', 'unique_id'])
    .where('model_version_id', 'is not', null)
    .orderBy('unique_id')
    .execute();
  expect(twins.map((twin) => twin.unique_id)).toEqual(['ENGINE-021', 'ENGINE-022', 'ENGINE-023']);
  const models = await Promise.all(
    twins.map(async ({ id }) =>
      (await server.ask('GET', `/api/twins/${id}/model`, admin)).json<ModelOfTwin>(),
    ),
  );
  expect(models.map(({ differences }) => differences.length)).toEqual([0, 1, 0]);
  expect(models[0]).toMatchObject({
    modelName: 'Turbofan engine',
    current: { major: 1, minor: 0 },
    newest: { major: 1, minor: 1 },
  });
  const url = `/api/library/models/${models[0]!.modelId}/upgrades`;
  const { commandId } = (await server.ask('POST', url, admin, {})).json();
  await runCommand(server.tenant, { 'preview-upgrade': previewUpgrade }, commandId);
  const rows = (await server.ask('GET', `/api/library/upgrades/${commandId}`, admin)).json<Upgrade[]>();
  expect(rows.map(({ assetName, conflicts, taken }) => [assetName, conflicts, taken])).toEqual([
    ['Turbofan engine 022', 1, 2],
    ['Turbofan engine 021', 0, 3],
    ['Turbofan engine 023', 0, 3],
  ]);
});

test('clearing the demo deletes its dashboard and queries, except queries used by users', async () => {
  const { db } = server.tenant;
  const queries = await db.selectFrom('query').select(['id', 'name']).orderBy('name').execute();
  const [repairs, excursions] = queries;
  await db.updateTable('query').set({ sharing: 'private' }).where('id', '=', excursions!.id).execute();
  const card = { id: 'own', kind: 'query', queryId: repairs!.id, x: 0, y: 0, w: 4, h: 4 };
  const own = { name: 'Mine', content: { cards: [card] } };
  expect((await server.ask('POST', '/api/dashboards', admin, own)).statusCode).toBe(201);
  // Clearing the assets is tested in clear.test.ts.
  await db.deleteFrom('demo_record').where('kind', 'not in', ['query', 'dashboard']).execute();
  const started = await server.ask('POST', '/api/settings/system/demo/clear', admin);
  await runCommand(server.tenant, { 'clear-demo': clearDemo }, started.json().commandId);
  const left = async (table: 'query' | 'dashboard') =>
    (await db.selectFrom(table).select('name').execute()).map(({ name }) => name);
  expect([await left('query'), await left('dashboard')]).toEqual([['Corrective work by week'], ['Mine']]);
});
