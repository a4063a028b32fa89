import { setTimeout as delay } from 'node:timers/promises';
import { queryDefinition } from '@twinward/contracts/questions/query-definition';
import { createBudget } from '@twinward/domain/evaluation';
import { compileQuery } from '@twinward/server/src/modules/questions/query/compile/statement.ts';
import {
  bindQuery,
  inReadOnly,
  type QueryRequest,
  runQuery,
} from '@twinward/server/src/modules/questions/query/run.ts';
import { listReadableTypes } from '@twinward/server/src/modules/records/record-type/service.ts';
import type { Db } from '@twinward/server/src/platform/database/database.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { seedExcursions } from './plant/outcomes.ts';
import { largePlant, seedPlant } from './plant/seed.ts';
import { withProduct } from './product.ts';
import { atMost, type BenchRow, medianMilliseconds } from './row.ts';

const rounds = 7;

/** Maximum duration of `/healthz` while a query is aborted, in ms. */
const healthLimit = 200;
/** Milliseconds between two calls of `/healthz`. */
const healthEvery = 50;

/** Measures queries on a large plant against bare SQL, and a cross product of two tables, which is aborted. */
export function queriesBench(): Promise<BenchRow[]> {
  return withProduct(({ instance, address, signIn }) =>
    instance.withTenant('demo', async ({ pool, db }) => {
      await seedPlant(pool, largePlant);
      await seedExcursions(pool);
      return [...(await askQuestions(db, pool)), ...(await cutOff(await signIn(), address))];
    }),
  );
}

async function askQuestions(db: Db, pool: Pool): Promise<BenchRow[]> {
  await pool.query(`insert into app_user (user_name) values ('bench') on conflict do nothing`);
  const types = await listReadableTypes(db, { isAdmin: true, groups: [], recordTypes: [] });
  const reader = { userId: 1, timeZone: 'Europe/Berlin', types: types.map(({ name }) => name) };
  const toRequest = (definition: object): QueryRequest => ({
    definition: queryDefinition.parse(definition),
    parameters: {},
    reader,
  });
  const run = (definition: object) => runQuery(db, toRequest(definition), createBudget({}));
  const rows: BenchRow[] = [];
  for (const { name, definition, bare } of questions) {
    const answer = await run(definition);
    const { rows: expected } = await pool.query(bare);
    if (answer.rows.length !== expected.length)
      throw new Error(`${name}: ${answer.rows.length} rows, but ${expected.length} of the bare statement`);
    const { statement } = compileQuery(await bindQuery(db, toRequest(definition), null));
    const [value, whole, peerValue] = await medianMilliseconds(
      rounds,
      () => inReadOnly(db, (trx) => statement.execute(trx)),
      () => run(definition),
      () => inReadOnly(db, (trx) => sql.raw(bare).execute(trx)),
    );
    const beside = { unit: 'ms', peer: 'bare SQL', peerValue };
    rows.push(
      { name: `query, its statement: ${name}`, value, ratio: peerValue / value, target: 1 / 1.5, ...beside },
      {
        name: `query, with its types and its result: ${name}`,
        value: whole,
        ratio: peerValue / whole,
        target: null,
        ...beside,
      },
    );
  }
  return rows;
}

const field = (key: string, path: string) => ({ kind: 'field', key, path });
const group = (key: string, path: string, by?: string) => ({
  kind: 'group',
  key,
  path,
  ...(by ? { by } : {}),
});
const count = { kind: 'aggregate', key: 'n', aggregate: 'count' };

const questions = [
  {
    name: 'twins by class, with the mean level',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        group('class', 'asset.assetClass'),
        count,
        { kind: 'aggregate', key: 'level', aggregate: 'mean', path: 'level' },
      ],
    },
    bare: `select class_label, count(*), avg(level::float8) from twin join asset on asset.id = asset_id
      group by 1 order by 1`,
  },
  {
    name: '1,000 twins of the highest level',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [field('asset', 'asset.assetName'), field('level', 'level')],
      sorts: [{ field: 'level', direction: 'Descending' }],
    },
    bare: `select asset_name, level from twin join asset on asset.id = asset_id
      order by level desc nulls last limit 1000`,
  },
  {
    name: '1,000,000 excursions by month and criticality',
    definition: {
      source: { kind: 'records', type: 'excursion' },
      columns: [group('month', 'start', 'month'), group('c', 'protection.twin.asset.criticality'), count],
    },
    bare: `select date_trunc('month', start_at at time zone 'Europe/Berlin')::date, criticality, count(*)
      from excursion join protection on protection.id = protection_id join twin on twin.id = twin_id
      join asset on asset.id = asset_id group by 1, 2 order by 1, 2`,
  },
  {
    name: '500,000 tags by unit',
    definition: { source: { kind: 'records', type: 'tag' }, columns: [group('unit', 'unit'), count] },
    bare: 'select unit, count(*) from tag group by 1 order by 1',
  },
  {
    name: 'assets with an excursion since May',
    definition: {
      source: { kind: 'records', type: 'asset' },
      columns: [count],
      filters: [
        { field: 'twin.protections.excursions.start', operator: 'GreaterThanEqualTo', value: '2026-05-01' },
      ],
    },
    bare: `select count(*) from asset where exists (select from twin join protection on twin_id = twin.id
      join excursion on protection_id = protection.id
      where twin.asset_id = asset.id and start_at >= '2026-05-01')`,
  },
] as const;

/**
 * Queries every tag with every excursion of each twin, far more rows than can be counted within the time limit. Calls
 * `/healthz` until the query ends.
 */
async function cutOff(client: Client, address: string): Promise<BenchRow[]> {
  const product = {
    source: { kind: 'records', type: 'asset' },
    columns: [
      group('class', 'assetClass'),
      { kind: 'aggregate', key: 'tags', aggregate: 'distinct', path: 'parent.children.tags.name' },
      {
        kind: 'aggregate',
        key: 'e',
        aggregate: 'distinct',
        path: 'parent.children.twin.protections.excursions.start',
      },
      {
        kind: 'aggregate',
        key: 'o',
        aggregate: 'distinct',
        path: 'parent.parent.children.children.tags.name',
      },
    ],
  };
  // The first query starts the query thread.
  await client.ask('POST', '/api/queries/run', { definition: questions[0].definition });
  const begun = performance.now();
  let isRunning = true;
  const asked = client.ask('POST', '/api/queries/run', { definition: product }).finally(() => {
    isRunning = false;
  });
  let slowest = 0;
  while (isRunning) {
    const start = performance.now();
    const answer = await fetch(`${address}/healthz`);
    await answer.text();
    if (!answer.ok) throw new Error(`/healthz while a query ran: ${answer.status}`);
    slowest = Math.max(slowest, performance.now() - start);
    await delay(healthEvery);
  }
  const { text } = await asked;
  if (!text.includes('was stopped')) throw new Error(`A product of tables: ${text}`);
  const seconds = (performance.now() - begun) / 1000;
  return [
    atMost('a query over a product of tables is cut off after', seconds, 's', 11),
    atMost('/healthz meanwhile, the slowest', slowest, 'ms', healthLimit),
  ];
}
