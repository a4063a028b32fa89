import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, type Database } from '@twinward/server/src/platform/database/database.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import type { Pool } from 'pg';
import { percentile } from './percentile.ts';
import { largePlant, seedPlant } from './plant/seed.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';

const users = 20;
/** Number of calls of each kind by each user, and milliseconds between them: the minimum time to read a page. */
const calls = 15;
const pause = 500;

/** Maximum median and 95th percentile of a response time, in ms. */
const limits = [
  ['median', 0.5, 100],
  ['95th percentile', 0.95, 300],
] as const;

/** A request of a user, and the minimal query for it: one indexed query. */
interface Kind {
  name: string;
  ask(client: Client, seed: number): Promise<unknown>;
  bare: { sql: string; values(seed: number): unknown[] };
}

/**
 * Measures the lists of a plant of 50,000 assets, 20,000 twins and 500,000 tags with 20 concurrent users, against a
 * bare query on as many connections. Also reports fully scanned tables.
 */
export async function plantBench(): Promise<BenchRow[]> {
  return withProduct(async ({ instance, signIn }) => {
    return instance.withTenant('demo', async ({ pool, connectionString }) => {
      await seedPlant(pool, largePlant);
      const clients: Client[] = [];
      // One by one: most of several concurrent sign-ins would count as password guesses.
      while (clients.length < users) clients.push(await signIn());
      const database = createDatabase(connectionString, { work: 'job', max: users });
      try {
        return await measureAll(await listKinds(pool), clients, database);
      } finally {
        await database.db.destroy();
      }
    });
  });
}

async function measureAll(
  kinds: readonly Kind[],
  clients: readonly Client[],
  { pool }: Database,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const kind of kinds) {
    const before = await readThrough(pool);
    const ours = await times((user, seed) => kind.ask(clients[user]!, seed));
    const after = await readThrough(pool);
    const peer = await times((_user, seed) => pool.query(kind.bare.sql, kind.bare.values(seed)));
    for (const [name, share, most] of limits) {
      const value = percentile(ours, share);
      rows.push(
        {
          name: `${kind.name}, ${name}, ${users} users`,
          value,
          unit: 'ms',
          peer: 'limit',
          peerValue: most,
          ratio: most / value,
          target: 1,
        },
        {
          name: `${kind.name}, ${name}, beside a bare query`,
          value,
          unit: 'ms',
          peer: 'bare indexed query',
          peerValue: percentile(peer, share),
          ratio: percentile(peer, share) / value,
          target: null,
        },
      );
    }
    const scans = [...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const);
    const scanned = scans.filter(([, count]) => count >= users);
    rows.push({
      name: `${kind.name}, large tables read through${scanned.map(([table, count]) => `, ${table} ${Math.round(count)} times`).join('')}`,
      value: scanned.length,
      unit: 'tables',
      peer: 'limit',
      peerValue: 0,
      ratio: scanned.length === 0 ? 1 : 0,
      target: 1,
    });
  }
  return rows;
}

/**
 * Returns the number of full scans of each large table, by PostgreSQL's statistics. A scan that stopped early counts as
 * a fraction.
 */
async function readThrough(pool: Pool): Promise<Map<string, number>> {
  // Each connection reports its counts at most once a second.
  await delay(1500);
  const { rows } = await pool.query<{ relname: string; times: number }>(
    `select relname, seq_tup_read::float8 / n_live_tup as times from pg_stat_user_tables where n_live_tup >= 10000`,
  );
  return new Map(rows.map(({ relname, times }) => [relname, times]));
}

/** Returns the milliseconds of each call, with all users concurrently and a pause between calls. */
async function times(ask: (user: number, seed: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  await Promise.all(
    Array.from({ length: users }, async (_, user) => {
      await delay(Math.random() * pause);
      for (let call = 0; call < calls; call++) {
        const begun = performance.now();
        await ask(user, user * calls + call);
        all.push(performance.now() - begun);
        await delay(pause);
      }
    }),
  );
  return all;
}

async function listKinds(pool: Pool): Promise<Kind[]> {
  const { rows } = await pool.query<{ ids: number[] }>(
    `select array_agg(id) as ids from (select id from asset where not is_equipment order by id) as location`,
  );
  const { rows: unmapped } = await pool.query<{ ids: number[] }>(
    `select array_agg(id) as ids from (
       select id from tag_alias where twin_id is not null and mapped_tag_id is null order by id limit 5000) as input`,
  );
  const locations = rows[0]!.ids;
  const inputs = unmapped[0]!.ids;
  const pick = (ids: readonly number[], seed: number) => ids[(seed * 7919) % ids.length]!;
  const word = (seed: number) => String(10_000 + ((seed * 7919) % 30_000));
  return [
    {
      name: 'twins by level',
      ask: (client, seed) =>
        client.call('POST', `/api/twins/filters?page-number=${1 + (seed % 20)}&page-size=100`, {
          sorts: [{ field: 'Level', direction: 'Descending' }],
        }),
      bare: {
        sql: 'select * from twin order by level desc nulls last, id limit 100 offset $1',
        values: (seed) => [(seed % 20) * 100],
      },
    },
    {
      name: 'twins by a part of the name',
      ask: (client, seed) =>
        client.call('POST', '/api/twins/filters?page-number=1&page-size=100', {
          filters: [{ field: 'AssetName', operator: 'Contains', value: word(seed).slice(0, 4) }],
          sorts: [{ field: 'AssetName', direction: 'Ascending' }],
        }),
      bare: {
        sql: `select * from search_entry where type = 0 and search_text like '%' || $1 || '%' limit 100`,
        values: (seed) => [word(seed).slice(0, 4)],
      },
    },
    {
      name: 'children in the tree of assets',
      ask: (client, seed) =>
        client.call(
          'GET',
          `/api/assets/children?parent=${pick(locations, seed)}&page-number=1&page-size=100`,
        ),
      bare: {
        sql: 'select * from asset where parent_id = $1 order by is_equipment, asset_name nulls first, id limit 100',
        values: (seed) => [pick(locations, seed)],
      },
    },
    {
      name: 'search of tags',
      ask: (client, seed) =>
        client.call('POST', '/api/tags/search?page-number=1&page-size=20', {
          text: `${word(seed)} vibration`,
        }),
      bare: {
        sql: `select * from search_entry where type = 2 and search_text like '%' || $1 || '%'
              and search_text like '%vibration%' limit 20`,
        values: (seed) => [word(seed)],
      },
    },
    {
      name: 'suggestions for an input',
      ask: (client, seed) =>
        client.call('POST', '/api/tag-aliases/suggestions', { aliasIds: [pick(inputs, seed)], limit: 10 }),
      bare: {
        sql: `select tag.* from tag_alias join twin on twin.id = twin_id
              join asset_tag on asset_tag.asset_id = twin.asset_id join tag on tag.id = tag_id
              where tag_alias.id = $1`,
        values: (seed) => [pick(inputs, seed)],
      },
    },
  ];
}
