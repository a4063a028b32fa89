import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { totalHeader } from '@twinward/contracts/core/list';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { recalculate } from './modules/risk/risk-analysis/service.ts';
import { readConfig } from './platform/config/config.ts';
import { migrationsDirectory } from './platform/config/paths.ts';
import { transferOwnership } from './platform/database/postgres/roles.ts';
import { createEmptyDatabase } from './platform/database/server-databases.ts';
import { openTenants, type Tenants } from './platform/database/tenants.ts';
import { withTransaction } from './platform/database/transaction.ts';
import { createLogger } from './platform/process/log.ts';
import { testSecrets, testServerUrls } from './testing/database.ts';
import { toHeaders } from './testing/headers.ts';

const released = join(migrationsDirectory, 'released');

let tenants: Tenants | undefined;
let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  await tenants?.close();
});

/**
 * Creates the databases of a release, which belonged to a superuser.
 * @param prepare statements that run in the tenant's database before it is handed over
 * @returns the URLs of its catalogue.
 */
async function restore(release: string, prepare = ''): Promise<{ catalogueUrl: string; ownerUrl: string }> {
  const { superuserUrl: serverUrl, applicationUrl, ownerUrl } = await testServerUrls();
  const name = `released_${randomUUID().slice(0, 8)}`;
  for (const [database, file] of [
    [name, 'catalogue'],
    [`${name}_demo`, 'tenant'],
  ] as const) {
    await using(serverUrl, (client) => createEmptyDatabase(client, database));
    const text = gunzipSync(readFileSync(join(released, release, `${file}.sql.gz`))).toString('utf8');
    await using(new URL(`/${database}`, serverUrl).href, (client) => client.query(text));
  }
  await using(new URL(`/${name}`, serverUrl).href, (client) =>
    client.query(`update twinward.tenant set database = $1`, [`${name}_demo`]),
  );
  await using(new URL(`/${name}_demo`, serverUrl).href, (client) => client.query(prepare));
  for (const database of [name, `${name}_demo`]) await transferOwnership(serverUrl, database);
  return {
    catalogueUrl: new URL(`/${name}`, applicationUrl).href,
    ownerUrl: new URL(`/${name}`, ownerUrl).href,
  };
}

async function using(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

test.each(readdirSync(released))(
  'upgrades the databases of release %s and preserves their data',
  async (release) => {
    tenants = await openTenants({ ...(await restore(release)), work: 'request', secrets: testSecrets });
    const log = createLogger('silent');
    app = await buildApp({ config: readConfig({ LOG_LEVEL: 'silent' }), log, tenants });
    const login = await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { databaseName: 'demo', userName: 'admin', password: 'Rotor-42!' },
    });
    expect(login.statusCode).toBe(200);
    const headers = toHeaders(login.json().id, 'demo');
    const get = async (url: string) => (await app!.inject({ method: 'GET', url, headers })).json();
    const list = async (entity: string) => {
      const answer = await app!.inject({
        method: 'POST',
        url: `/api/${entity}/filters`,
        headers,
        payload: {},
      });
      expect(answer.statusCode, `${entity}: ${answer.body}`).toBe(200);
      const records = answer.json();
      expect(records).toHaveLength(Number(answer.headers[totalHeader]));
      return records;
    };

    expect(await list('users')).toHaveLength(2);
    expect((await list('assets')).map((asset: { uniqueId: string }) => asset.uniqueId)).toContain('FAN-01');
    const [twin] = await list('twins');
    expect(await get(`/api/twins/${twin.id}`)).toMatchObject({ id: twin.id });
    const tags: { id: number; name: string }[] = await list('tags');
    expect(tags.map(({ name }) => name).sort()).toEqual(['FAN-01.DOUBLE', 'FAN-01.VIBRATION']);
    const vibration = tags.find(({ name }) => name === 'FAN-01.VIBRATION')!;
    const points = `/api/tags/${vibration.id}/data-points`;
    expect((await get(points)).points.times).toHaveLength(120);
    const payload = [{ time: Date.UTC(2024, 0, 1, 2), value: 9 }];
    const appended = await app.inject({ method: 'POST', url: points, headers, payload });
    expect(appended.json()).toMatchObject({ stored: 1 });
    const [excursion] = await list('excursions');
    expect(excursion).toMatchObject({
      start: '2024-01-01T01:30:00.000Z',
      end: '2024-01-01T01:40:00.000Z',
    });
    expect(await list('advisories')).toHaveLength(2);
    expect(await list('riskanalyses')).toHaveLength(1);
    expect((await list('commands')).length).toBeGreaterThan(0);
    expect((await list('audit')).length).toBeGreaterThan(0);
  },
);

/** A tag in kPa, read by inputs in each way, and a protection with a limit. */
const mixedUnits = `
  insert into tag (name, caption, type, unit) values ('MIXED', 'Mixed', 'data_point', 'kPa'), ('NONE', 'None', 'data_point', null);
  insert into tag_alias (twin_id, mapped_tag_id, type, name, unit)
  select twin.id, tag.id, 'data_point', input.name, input.unit
  from (select min(id) as id from twin) as twin, (values
    ('In bar', 'MIXED', 'bar'), ('In Celsius', 'MIXED', 'Cel'), ('In kPa', 'MIXED', 'kPa'),
    ('Without', 'MIXED', null), ('Of none', 'NONE', 'bar')) as input (name, tag_name, unit)
  join tag on tag.name = input.tag_name`;

test('changes inputs in another unit to the unit of their tag, and lists them for review', async () => {
  const urls = await restore('0032', mixedUnits);
  tenants = await openTenants({ ...urls, work: 'request', secrets: testSecrets });
  const { db } = (await tenants.get('demo'))!;
  const { rows } = await sql`
    select name, unit, old_unit, new_unit, reviewed_at from tag_alias
    left join input_unit_review on tag_alias_id = id
    where name in ('In bar', 'In Celsius', 'In kPa', 'Without', 'Of none') order by name collate "C"`.execute(
    db,
  );
  const listed = { unit: 'kPa', new_unit: 'kPa', reviewed_at: null };
  const unlisted = { old_unit: null, new_unit: null, reviewed_at: null };
  expect(rows).toEqual([
    { name: 'In Celsius', old_unit: 'Cel', ...listed },
    { name: 'In bar', old_unit: 'bar', ...listed },
    { name: 'In kPa', unit: 'kPa', ...unlisted },
    { name: 'Of none', unit: 'bar', ...unlisted },
    { name: 'Without', unit: 'kPa', ...unlisted },
  ]);
});

/** A hall with a pump in it. */
const places = `
  insert into asset (unique_id, asset_name, is_equipment) values ('HALL', 'Hall', false);
  insert into asset (unique_id, asset_name, parent_id) select 'PUMP', 'Pump', id from asset where unique_id = 'HALL';`;

/** A range that was marked for two protections of a twin, and another for one of them. */
const marks = `
  insert into protection (twin_id, name, type) select min(id), 'Second', 'condition' from twin;
  insert into marked_range (protection_id, start_at, end_at, note)
  select protection.id, start_at, start_at + interval '1 hour', note
  from protection, (values ('2024-01-01'::timestamptz, 'Leak'), ('2024-02-01', 'Wear')) as range (start_at, note)
  where twin_id = (select min(id) from twin) and (note = 'Leak' or protection.name = 'Second');`;

test('converts parents of assets to links, and moves marked ranges to the twins', async () => {
  const urls = await restore('0032', places + marks);
  tenants = await openTenants({ ...urls, work: 'request', secrets: testSecrets });
  const { db } = (await tenants.get('demo'))!;
  const ranges = await db
    .selectFrom('marked_range')
    .select(['twin_id', 'note', 'failure_mode_id', 'failed_at'])
    .orderBy('start_at')
    .execute();
  const { id } = await db
    .selectFrom('twin')
    .select((eb) => eb.fn.min('id').as('id'))
    .executeTakeFirstOrThrow();
  const unknown = { twin_id: id, failure_mode_id: null, failed_at: null };
  expect(ranges).toEqual([
    { note: 'Leak', ...unknown },
    { note: 'Wear', ...unknown },
  ]);
  const { rows } = await sql`
    select above.unique_id as above, below.unique_id as below from record_link
    join relationship on relationship.id = relationship_id
    join asset above on above.id = from_asset_id join asset below on below.id = to_asset_id
    where relationship.name = 'asset-location'`.execute(db);
  expect(rows).toEqual([{ above: 'HALL', below: 'PUMP' }]);
});

/** Assets with lives, costs, twins and measured lives of all kinds, in an analysis that release 0032 calculates. */
const manyFigures = `
  update benchmark set version = 2 where taxonomy_id % 3 > 0;
  insert into asset (unique_id, asset_name, taxonomy_id)
  select 'RISK-' || n, 'Risk ' || n, ids[1 + n % cardinality(ids)]
  from generate_series(1, 600) n, (select array_agg(id order by id) as ids from taxonomy) as entry;
  insert into twin (asset_id, active, start_date, mission_time)
  select id, true, '2024-01-01'::timestamptz + (id % 1000 - 300) * interval '11 hours 7 minutes', 'P1Y'
  from asset where unique_id like 'RISK-%' and id % 3 = 0;
  insert into probability (asset_id, failure_distribution, failure_distribution_parameters)
  select id, case when id % 2 = 0 then 'weibull' else 'none' end, case
    when id % 2 = 0 then jsonb_build_object('distribution', 'weibull', 'type', 'cdf',
      'shape', 0.3 + id % 47 / 9.0, 'scale', 'P' || id % 3 || 'Y' || id % 11 || 'M' || id % 40 || 'DT' || id % 24 || 'H')
    else jsonb_build_object('distribution', 'none', 'type', 'none', 'scale', 'P' || id % 900 || 'DT0.5S') end
  from asset where unique_id like 'RISK-%' and id % 5 <> 0;
  insert into consequence (asset_id, value) select id, id * 37 % 90001 from asset where unique_id like 'RISK-%' and id % 7 <> 0;
  insert into measured_mtbf (asset_id, mtbf, calculated_at, basis)
  select id, 'P' || 10 + id % 800 || 'DT7H', now(), '{}' from asset where unique_id like 'RISK-%' and id % 5 = 0;
  with made as (
    insert into risk_analysis (name, start_date, mission_time, end_date)
    values ('Many figures', '2024-01-01', 'P1Y', '2024-12-31') returning id)
  insert into risk_analysis_asset (risk_analysis_id, asset_id)
  select made.id, asset.id from asset, made where unique_id like 'RISK-%';
  select recalculate_risk_analysis(id, null) from risk_analysis where name = 'Many figures'`;

test('calculates the same figures as release 0032', async () => {
  const urls = await restore('0032', manyFigures);
  tenants = await openTenants({ ...urls, work: 'request', secrets: testSecrets });
  const { db } = (await tenants.get('demo'))!;
  const query = db
    .selectFrom('risk_analysis_asset as entry')
    .innerJoin('risk_analysis', 'risk_analysis.id', 'entry.risk_analysis_id')
    .selectAll('entry')
    .where('risk_analysis.name', '=', 'Many figures')
    .orderBy('asset_id');
  const before = await query.execute();
  expect(before).toHaveLength(600);
  expect(before.filter((row) => row.probability_value !== null).length).toBeGreaterThan(400);
  expect(before.filter((row) => row.comparative_days !== null).length).toBeGreaterThan(100);
  await withTransaction(db, async (transaction) => {
    // So that every figure is written, not only those that differ.
    await sql`update risk_analysis_asset set percent = null, scale_days = null, comparative_days = null`.execute(
      transaction,
    );
    await recalculate(transaction, before[0]!.risk_analysis_id, null);
  });
  const after = await query.execute();
  const near = (value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value)
      ? expect.closeTo(value, 9 - Math.ceil(Math.log10(Math.max(1, Math.abs(value)))))
      : value;
  for (const [place, row] of before.entries()) {
    const expected = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, near(value)]));
    // The release had no fingerprint.
    expect(after[place]).toEqual({ ...expected, fingerprint: expect.any(String) });
  }
});

/** An asset of a class with an example, in an analysis that compares with it; another example is changed. */
const compared = `
  update benchmark set version = 2, source = 'Handbook' where taxonomy_id = (
    select id from taxonomy_entry where class = 'Mixers' and type is null);
  insert into asset (unique_id, asset_name, taxonomy_id)
  select 'PUMP-' || class, class, id from taxonomy_entry where class in ('Pumps', 'Mixers') and type is null;
  insert into probability (asset_id, failure_distribution, failure_distribution_parameters)
  select id, 'weibull', '{"distribution": "weibull", "type": "cdf", "shape": 2, "scale": "P500D"}'
  from asset where unique_id like 'PUMP-%';
  with made as (
    insert into risk_analysis (name, start_date, mission_time, end_date)
    values ('Compared', '2024-01-01', 'P1Y', '2024-12-31') returning id)
  insert into risk_analysis_asset (risk_analysis_id, asset_id)
  select made.id, asset.id from asset, made where unique_id like 'PUMP-%';
  select recalculate_risk_analysis(id, null) from risk_analysis where name = 'Compared';`;

test.each([
  ['removes unchanged example benchmarks if no demo is loaded', '', ['Mixers'], [false, true]],
  [
    'preserves example benchmarks if a demo is loaded',
    `insert into demo_load (data_set) values ('machine');`,
    ['Mixers', 'Pumps'],
    [true, true],
  ],
])('%s', async (_, demo, kept, comparing) => {
  const urls = await restore('0032', compared + demo);
  tenants = await openTenants({ ...urls, work: 'request', secrets: testSecrets });
  const { db } = (await tenants.get('demo'))!;
  const benchmarks = await db
    .selectFrom('benchmark')
    .innerJoin('taxonomy_entry', 'taxonomy_entry.id', 'benchmark.taxonomy_id')
    .select(['class', 'is_example'])
    .where('class', 'in', ['Pumps', 'Mixers'])
    .orderBy('class')
    .execute();
  expect(benchmarks.map((row) => row.class)).toEqual(kept);
  const assets = await db
    .selectFrom('risk_analysis_asset')
    .innerJoin('asset', 'asset.id', 'asset_id')
    .select(['asset_name', 'comparative_days'])
    .where('unique_id', 'like', 'PUMP-%')
    .orderBy('asset_name', 'desc')
    .execute();
  expect(assets.map((row) => row.comparative_days !== null)).toEqual(comparing);
  const sets = await db.selectFrom('demo_load').select('data_set').orderBy('data_set').execute();
  expect(sets.map((row) => row.data_set)).toEqual(demo === '' ? [] : ['benchmarks', 'machine']);
});
