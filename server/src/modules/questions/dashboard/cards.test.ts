import type {
  CardData,
  CardValues,
  DataByKind,
  VariableChoices,
} from '@twinward/contracts/questions/dashboard-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let test: TestApp;
let viewer: Record<string, string>;
/** North has two pumps, and South has one fan. Ids of twins. */
const twins: Record<'pump' | 'second' | 'fan', number> = { pump: 0, second: 0, fan: 0 };
const sites: Record<'north' | 'south', number> = { north: 0, south: 0 };
const classes: Record<'Pumps' | 'Fans', number> = { Pumps: 0, Fans: 0 };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  viewer = await makeViewerSession(db);
  await sql`select load_taxonomy(${JSON.stringify({ Cards: { Pumps: [], Fans: [] } })}::json)`.execute(db);
  const { rows } = await sql<{ id: number; caption: 'Pumps' | 'Fans' }>`
    select own.id, own.caption from taxonomy own join taxonomy above on above.id = own.parent_id
    where above.caption = 'Cards'`.execute(db);
  for (const { id, caption } of rows) classes[caption] = id;
  sites.north = await makeAsset(db, { assetName: 'North', isEquipment: false });
  sites.south = await makeAsset(db, { assetName: 'South', isEquipment: false });
  const make = async (assetName: string, parentId: number, kind: 'Pumps' | 'Fans', value: number) =>
    makeTwin(db, {
      assetId: await makeAsset(db, { assetName, parentId, category: 'Cards', class: kind }),
      startDate: new Date('2024-01-01T00:00:00Z'),
      missionTime: 'P365D',
      failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
      consequence: { value, description: '' },
    });
  twins.pump = await make('Pump 1', sites.north, 'Pumps', 1_000_000);
  twins.second = await make('Pump 2', sites.north, 'Pumps', 2_000_000);
  twins.fan = await make('Fan', sites.south, 'Fans', 500_000);
});
afterAll(() => test.close());

const ask = (method: Method, url: string, body?: unknown, headers = viewer) =>
  test.ask(method, url, headers, body);
const range = { from: 'now-30d', to: 'now' };
const place = { x: 0, y: 0, w: 4, h: 4 };
async function read<Kind extends CardData['kind']>(
  card: { kind: Kind; [setting: string]: unknown },
  values: Partial<CardValues> = {},
): Promise<DataByKind<Kind>> {
  const answer = await ask('POST', '/api/dashboards/cards', {
    card: { id: 'card', ...place, ...card },
    values: { range, ...values },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const figure = (name: string, values: Partial<CardValues> = {}) =>
  read({ kind: 'number', source: { kind: 'figure', figure: name } }, values);
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();

describe('a card', () => {
  it('ranks twins by risk, filtered by site, class or twin', async () => {
    const names = async (values: Partial<CardValues>) => {
      const { twins: ranked, total } = await read({ kind: 'top-risks' }, values);
      return [ranked.map(({ assetName }) => assetName), total];
    };
    expect(await names({})).toEqual([['Pump 2', 'Pump 1', 'Fan'], 3]);
    expect(await names({ site: sites.north })).toEqual([['Pump 2', 'Pump 1'], 2]);
    expect(await names({ class: classes.Fans })).toEqual([['Fan'], 1]);
    expect(await names({ twin: twins.pump })).toEqual([['Pump 1'], 1]);
    expect(await names({ site: sites.south, class: classes.Pumps })).toEqual([[], 0]);
    expect(await names({ site: 999_999_999 })).toEqual([[], 0]);
    const { twins: first } = await read({ kind: 'top-risks', count: 1 });
    expect(first).toEqual([
      expect.objectContaining({
        assetName: 'Pump 2',
        probability: 12,
        consequence: 2_000_000,
        risk: 240_000,
      }),
    ]);
  });

  it('sums the money at risk, also for a part of the plant', async () => {
    expect(await figure('money-at-risk')).toMatchObject({ format: 'money', value: 420_000 });
    expect(await figure('money-at-risk', { site: sites.north })).toMatchObject({
      value: 360_000,
      previous: null,
    });
  });

  it('compares the money at risk for a part of the plant, and for a past range', async () => {
    const { db } = test.tenant;
    await sql`update risk_history set from_day = from_day - 5`.execute(db);
    await sql`insert into risk_history_state (first_day, recorded_day)
      values (current_date - 5, current_date)`.execute(db);
    await sql`update risk_history set until_day = current_date - 2 where twin_id = ${twins.pump}`.execute(db);
    const north = await figure('money-at-risk', { site: sites.north });
    expect(north).toMatchObject({ value: 240_000, previous: 360_000 });
    expect(north.spark!.values).toEqual([360_000, 360_000, 360_000, 240_000, 240_000, 240_000]);
    const over = { range: { from: 'now-4d', to: 'now-3d' } };
    expect(await figure('money-at-risk', over)).toMatchObject({ value: 420_000, previous: 420_000 });
    expect((await figure('money-at-risk', { ...over, twin: twins.pump })).value).toBe(120_000);
    const early = { range: { from: 'now-30d', to: 'now-20d' } };
    expect(await figure('money-at-risk', early)).toMatchObject({ value: null, previous: null });
    await sql`update risk_history set until_day = null where twin_id = ${twins.pump}`.execute(db);
    await sql`delete from risk_history_state`.execute(db);
  });

  it('ranks twins in service by the consequence of their failure modes', async () => {
    const { db } = test.tenant;
    const yard = await makeAsset(db, { assetName: 'Yard', isEquipment: false });
    const make = async (assetName: string) => {
      const assetId = await makeAsset(db, { assetName, parentId: yard });
      const startDate = new Date('2024-01-01T00:00:00Z');
      return { assetId, twinId: await makeTwin(db, { assetId, startDate, missionTime: 'P365D' }) };
    };
    const worn = await make('Worn');
    const retired = await make('Retired');
    const administrator = await makeSession(db, { isAdmin: true });
    for (const { twinId } of [worn, retired]) {
      for (const [name, value] of Object.entries({ Wear: 1000, Leak: 3000 })) {
        const failureDistributionParameters = {
          distribution: 'weibull',
          type: 'cdf',
          shape: 2,
          scale: 'P1000D',
        };
        const probability = { lifeCycleState: 'new', failureDistributionParameters };
        const consequence = { lifeCycleState: 'new', value };
        const body = { twinId, name, probability, consequence };
        const made = await ask('POST', '/api/failure-modes', body, administrator);
        expect(made.statusCode, made.body).toBe(201);
      }
    }
    const url = `/api/assets/${retired.assetId}`;
    const asset = (await ask('GET', url, undefined, administrator)).json();
    await ask('PUT', url, { ...asset, outOfServiceAt: '2024-06-01T00:00:00.000Z' }, administrator);

    const { twins: ranked, total } = await read({ kind: 'top-risks' }, { site: yard });
    expect([total, ranked]).toEqual([
      1,
      [expect.objectContaining({ twinId: worn.twinId, level: null, consequence: 4000 })],
    ]);
    expect((await figure('money-at-risk', { site: yard })).value).toBe(ranked[0]!.risk);
    await ask('DELETE', `/api/twins/${worn.twinId}`, undefined, administrator);
  });

  it('maps the twins that match the variables', async () => {
    const { map, levels } = await read({ kind: 'twin-map', group: 'class' }, { site: sites.north });
    expect(map.name).toEqual(expect.arrayContaining(['Pump 1', 'Pump 2']));
    expect(map.name).toHaveLength(2);
    expect([...levels.id].sort()).toEqual([...map.id].sort());
  });

  it('counts events in the range and in the range before, with a spark line', async () => {
    const { db } = test.tenant;
    const protectionId = await makeProtection(db, { twinId: twins.fan });
    for (const days of [1, 2, 3, 40]) {
      await makeExcursion(db, { protectionId, start: daysAgo(days), end: daysAgo(days - 0.5) });
    }
    await makeExcursion(db, { protectionId, start: daysAgo(0.1), end: null });
    const found = await figure('excursions', { twin: twins.fan });
    expect(found).toMatchObject({ value: 4, previous: 1, format: 'count' });
    expect(found.spark!.times).toHaveLength(30);
    expect(found.spark!.values.reduce((sum, value) => sum! + value!, 0)).toBe(4);
    expect(await figure('excursions', { twin: twins.pump })).toMatchObject({ value: 0, previous: 0 });
    expect(await figure('open-excursions', { site: sites.south })).toMatchObject({
      value: 1,
      previous: 0,
    });
    const list = await read({ kind: 'excursions', count: 2 }, { class: classes.Fans });
    expect([list.total, list.excursions.map(({ end }) => end === null)]).toEqual([4, [true, false]]);
  });

  it('counts advisories by state and lists those that need action', async () => {
    const { db } = test.tenant;
    const protectionId = await makeProtection(db, { twinId: twins.second, name: 'Bearing' });
    const { id: remediation_id } = await db
      .selectFrom('value_list_item')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const closed = { state: 'closed', remediation_id, closed_at: new Date() };
    const advisory = (fields: object) =>
      db
        .insertInto('advisory')
        .values({
          twin_id: twins.second,
          protection_id: protectionId,
          source: 'user',
          name: 'Look',
          ...fields,
        } as never)
        .execute();
    await advisory({ state: 'active', level: 500, target_at: new Date(daysAgo(1)) });
    await advisory({ state: 'active', level: 900 });
    await advisory({ ...closed, outcome: 'confirmed' });
    await advisory({ ...closed, outcome: 'false-alarm' });
    const found = await read({ kind: 'advisories' }, { site: sites.north });
    expect(found.states).toEqual(
      expect.arrayContaining([
        { state: 'active', count: 2 },
        { state: 'closed', count: 2 },
      ]),
    );
    expect(found.overdue).toBe(1);
    expect(found.waiting.map(({ level, overdue }) => [level, overdue])).toEqual([
      [500, true],
      [900, false],
    ]);
    expect((await figure('overdue-advisories')).value).toBe(1);
    expect((await figure('overdue-advisories', { site: sites.south })).value).toBe(0);
    const record = await read({ kind: 'protection-record' }, { twin: twins.second });
    expect(record.protections).toEqual([
      expect.objectContaining({
        protectionName: 'Bearing',
        assetName: 'Pump 2',
        confirmed: 1,
        falseAlarm: 1,
        open: 2,
        precision: 0.5,
      }),
    ]);
  });

  it('lists silent twins and counts levels', async () => {
    const { db } = test.tenant;
    await db
      .updateTable('twin')
      .set({ silent_since: new Date('2024-01-05T00:00:00Z'), level: 500 })
      .where('id', '=', twins.pump)
      .execute();
    expect(await read({ kind: 'silent-twins' })).toEqual({
      kind: 'silent-twins',
      total: 1,
      twins: [
        { twinId: twins.pump, assetName: 'Pump 1', level: 500, silentSince: '2024-01-05T00:00:00.000Z' },
      ],
    });
    expect((await read({ kind: 'silent-twins' }, { site: sites.south })).total).toBe(0);
    const { levels } = await read({ kind: 'levels' }, { site: sites.north });
    expect(levels).toMatchObject({ silent: 1, total: 2, unknown: 1 });
    await db
      .updateTable('twin')
      .set({ silent_since: null, level: null })
      .where('id', '=', twins.pump)
      .execute();
  });

  it('returns a tag with the thresholds and excursions of a protection', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { name: 'T-1', caption: 'Temperature' });
    const twinId = await makeTwin(db, {
      aliases: [{ name: 'Temperature', type: 'data_point', mappedTagId: tagId }],
    });
    const protectionId = await makeProtection(db, { twinId });
    await makeExcursion(db, { protectionId, start: daysAgo(2), end: daysAgo(1) });
    const found = await read({ kind: 'trend', tagId, protectionId });
    expect(found).toMatchObject({
      tag: { id: tagId, name: 'T-1' },
      twinId,
      protection: { id: protectionId },
    });
    expect(found.protection!.inputs).toEqual([{ alias: 'Temperature', tagId, unit: null }]);
    expect(found.protection!.thresholds.map(({ logic }) => logic)).toEqual(['[Temperature] > 80']);
    expect(found.excursions).toEqual([{ level: 500, spans: [expect.objectContaining({ count: 1 })] }]);
    const gone = { id: 'card', ...place, kind: 'trend', tagId: 999_999_999 };
    const answer = await ask('POST', '/api/dashboards/cards', { card: gone, values: { range } });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Tag not found.']);
  });

  it('returns a part of the alarm performance report', async () => {
    const { db } = test.tenant;
    const protectionId = await makeProtection(db, { twinId: await makeTwin(db) });
    for (const day of ['05', '06']) {
      const start = `2023-01-${day}T00:00:00Z`;
      await makeExcursion(db, { protectionId, start, end: `2023-01-${day}T01:00:00Z` });
    }
    const month = { from: '2023-01-01', to: '2023-02-01' };
    const { report } = await read({ kind: 'alarm-performance', part: 'rate' }, { range: month });
    expect(report.total).toMatchObject({ alarms: 2, peakRate: 1 });
    const url = '/api/excursions/alarm-report?from=2023-01-01T00:00:00Z&to=2023-02-01T00:00:00Z';
    expect((await ask('GET', url)).json()).toEqual(report);
    const card = { id: 'card', ...place, kind: 'alarm-performance', part: 'everything' };
    const refused = await ask('POST', '/api/dashboards/cards', { card, values: { range } });
    expect(refused.statusCode).toBe(400);
  });

  it('has no matrix without an analysis', async () => {
    expect(await read({ kind: 'risk-matrix' })).toEqual({
      kind: 'risk-matrix',
      analysis: null,
      portfolio: null,
    });
  });

  it('returns the matrix of the assets that match the variables', async () => {
    const writer = await makeSession(test.tenant.db, { groups: ['VIEWERS'], recordTypes: ['risk-analysis'] });
    const rows = await test.tenant.db
      .selectFrom('twin')
      .select('asset_id')
      .where('id', 'in', Object.values(twins))
      .execute();
    const analysis = {
      name: 'All',
      startDate: '2024-01-01T00:00:00.000Z',
      missionTime: 'P365D',
      assetIds: rows.map(({ asset_id }) => asset_id),
    };
    const made = await ask('POST', '/api/riskanalyses/', [analysis], writer);
    expect(made.statusCode, made.body).toBeLessThan(300);
    const matrix = async (values: Partial<CardValues>) => {
      const { portfolio } = await read({ kind: 'risk-matrix' }, values);
      return [portfolio!.total, portfolio!.matrix.reduce((sum, { assets }) => sum + assets, 0)];
    };
    expect(await matrix({})).toEqual([{ assets: 3, withRisk: 3, risk: 420_000 }, 3]);
    expect(await matrix({ site: sites.north })).toEqual([{ assets: 2, withRisk: 2, risk: 360_000 }, 2]);
    expect(await matrix({ class: classes.Fans })).toEqual([{ assets: 1, withRisk: 1, risk: 60_000 }, 1]);
    expect(await matrix({ twin: twins.pump })).toEqual([{ assets: 1, withRisk: 1, risk: 120_000 }, 1]);
  });

  it.each([
    ['an empty range', { range: { from: 'now', to: 'now-1d' } }, 400],
    ['a range that is no time', { range: { from: 'yesterday', to: 'now' } }, 400],
    ['a date in words', { range: { from: 'Jan 5 2024', to: 'now' } }, 400],
    ['an unknown variable', { range, plant: 1 }, 400],
    ['a text as a site', { range, site: "1'; drop table asset" }, 400],
  ])('refuses %s', async (_, values, expected) => {
    const card = { id: 'card', ...place, kind: 'levels' };
    const answer = await ask('POST', '/api/dashboards/cards', { card, values });
    expect(answer.statusCode).toBe(expected);
  });

  it('of a dashboard can be read by its id', async () => {
    const answer = await ask('POST', '/api/dashboards/data-health/cards/silent', { values: { range } });
    expect(answer.json()).toMatchObject({ kind: 'silent-twins' });
    const unknown = await ask('POST', '/api/dashboards/data-health/cards/nothing', { values: { range } });
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Card not found.']);
  });
});

describe('the menus of variables', () => {
  const choices = async (query = ''): Promise<VariableChoices> =>
    (await ask('GET', `/api/dashboards/variables${query}`)).json();

  it('offer the places and classes of twins', async () => {
    const { sites: places, classes: kinds } = await choices();
    expect(places).toEqual(
      expect.arrayContaining([
        { id: sites.north, name: 'North', depth: 0, parent: null },
        { id: sites.south, name: 'South', depth: 0, parent: null },
      ]),
    );
    expect(kinds).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Cards', depth: 0 }),
        { id: classes.Pumps, name: 'Pumps', depth: 1, parent: 'Cards' },
      ]),
    );
  });

  it('find a site beyond the first 500 by a part of its name', async () => {
    const { db } = test.tenant;
    const plant = await makeAsset(db, { assetName: 'A large plant', isEquipment: false });
    await sql`
      insert into asset (asset_name, unique_id, is_equipment, parent_id)
      select 'Bay ' || n, 'BAY-' || n, false, ${plant}::int from generate_series(1, 600) n`.execute(db);
    await sql`
      with pump as (
        insert into asset (asset_name, unique_id, parent_id)
        select 'Pump', 'PUMP-' || id, id from asset where parent_id = ${plant} returning id)
      insert into twin (asset_id) select id from pump`.execute(db);
    expect((await choices()).sites).toHaveLength(500);
    const { sites: found, classes: none } = await choices('?find=bAY%20599');
    expect(found).toMatchObject([{ name: 'Bay 599', depth: 1, parent: 'A large plant' }]);
    expect(none).toEqual([]);
    expect((await choices('?find=%25')).sites).toEqual([]);
  });
});

describe('an export', () => {
  it('is imported with the ids of its records in this database', async () => {
    const { db } = test.tenant;
    const manager = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
    const tagId = await makeTag(db, { name: 'FLOW-1', caption: 'Flow' });
    const cards = [
      { id: 'flow', ...place, kind: 'number', source: { kind: 'tag', tagId } },
      { id: 'trend', ...place, y: 4, kind: 'trend', tagId },
      { id: 'note', ...place, y: 8, kind: 'text', text: 'Hello' },
    ];
    const made = await ask('POST', '/api/dashboards', { name: 'Flow', content: { cards } }, manager);
    const file = (await ask('GET', `/api/dashboards/${made.json().id}/export`, undefined, manager)).json();
    expect(file).toMatchObject({ format: 'twinward-dashboard', tags: { [tagId]: 'FLOW-1' } });
    // Simulates another database: one tag has another id, and one tag does not exist.
    const elsewhere = {
      ...file,
      content: {
        ...file.content,
        cards: [{ ...cards[0], source: { kind: 'tag', tagId: 70 } }, { ...cards[1], tagId: 71 }, cards[2]],
      },
      tags: { 70: 'FLOW-1', 71: 'FLOW-2' },
    };
    const answer = await ask('POST', '/api/dashboards/import', elsewhere, manager);
    expect(answer.statusCode, answer.body).toBe(201);
    const { dashboard, missing } = answer.json();
    expect(missing).toEqual(['FLOW-2']);
    expect(dashboard.content.cards).toMatchObject([
      { id: 'flow', source: { kind: 'tag', tagId } },
      { id: 'note' },
    ]);
  });

  it('of another format is refused', async () => {
    const manager = await makeSession(test.tenant.db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
    const answer = await ask('POST', '/api/dashboards/import', { format: 'grafana' }, manager);
    expect(answer.statusCode).toBe(400);
  });
});
