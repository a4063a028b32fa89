import { setTimeout as delay } from 'node:timers/promises';
import { searchTypes } from '@twinward/contracts/core/search';
import { searchFilters } from '@twinward/domain/search/filters';
import { searchByKind } from '@twinward/server/src/modules/system/search/service.ts';
import { createDatabase } from '@twinward/server/src/platform/database/database.ts';
import { percentile } from './percentile.ts';
import type { BenchContext, BenchRow } from './row.ts';

const entries = 1_000_000;

/** Measures searches over a million twins, assets and tags against a scan of the same table. */
export async function searchBench(context: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = context.database;
  // Building the indexes after the inserts is faster.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'search_entry' and indexdef like '%USING gin%'`,
  );
  await pool.query(`drop index ${indexes.map(({ name }) => name).join()}`);
  await pool.query(
    `insert into search_entry (type, record_id, name, detail, search_text, asset_id)
     select i % 3, i, name, place, lower(concat_ws(' ', name, kind, place, service)), i
     from generate_series(1, $1) as i, lateral (select
       (array['Pump', 'Compressor', 'Turbine', 'Fan', 'Valve', 'Motor', 'Exchanger'])[1 + i % 7] as kind,
       'Unit ' || i / 5000 || ' Area ' || i / 100000 as place,
       (array['Bearing temperature', 'Discharge pressure', 'Vibration', 'Flow', 'Speed'])[1 + i % 5] as service
     ) as parts, lateral (select
       upper(left(kind, 2)) || '-' || lpad(i::text, 7, '0') || '.' || upper(left(service, 2)) as name) as named`,
    [entries],
  );
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query('vacuum analyze search_entry');
  const ours = await timeAll((text) => run(db, text));
  const unindexed = createDatabase(context.connectionString, { work: 'job', max: 1 });
  try {
    // The plan of a table without the index, with PostgreSQL's choice of parallel workers.
    await unindexed.pool.query('set enable_bitmapscan = off; set enable_indexscan = off');
    const peer = await timeAll((text) => run(unindexed.db, text));
    return [
      row('median', ours, peer, 0.5),
      row('95th percentile', ours, peer, 0.95),
      limited(await searchTogether(db)),
    ];
  } finally {
    await unindexed.db.destroy();
    await pool.query('truncate search_entry');
  }
}

/** Typical searches: the number of a name, a part of it, several words, OR, a word of two letters. */
const texts = Array.from({ length: 5 }, (_, i) => [
  `0${123_457 + i * 150_001}`,
  `pu-0${31 + i * 17}4 vibration`,
  `(pump OR fan) ${437_001 + i * 111_111}`,
  `"unit ${31 + i * 30}" turbine flow`.replaceAll('"', ''),
  `${5021 + i * 37} bearing area`,
  ['zq', 'pu 9x', 'v-', '31', '%'][i]!,
]).flat();

const readers = 20;
const seconds = 15;
/** Maximum 95th percentile, in ms. */
const limit = 50;

/** Returns the milliseconds of searches by several users, each with a search per second. */
async function searchTogether(db: Parameters<typeof searchByKind>[0]): Promise<number[]> {
  const times: number[] = [];
  const read = async (reader: number): Promise<void> => {
    await delay((reader * 1000) / readers);
    for (let second = 0; second < seconds; second++) {
      const begun = performance.now();
      await run(db, texts[(reader + 7 * second) % texts.length]!);
      const took = performance.now() - begun;
      times.push(took);
      await delay(Math.max(0, 1000 - took));
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  return times;
}

function limited(times: readonly number[]): BenchRow {
  const value = percentile(times, 0.95);
  return {
    name: `search of 1 million entries by ${readers} readers, a search a second each, 95th percentile`,
    value,
    unit: 'ms',
    peer: 'limit',
    peerValue: limit,
    ratio: limit / value,
    target: 1,
  };
}

async function run(db: Parameters<typeof searchByKind>[0], text: string): Promise<void> {
  const parsed = searchFilters(text);
  if (!parsed.ok) throw new Error(parsed.message);
  // The same query as the search dialog.
  await searchByKind(db, { filters: parsed.filters, types: Object.values(searchTypes) }, 5);
}

/** Milliseconds of each search, ascending; each text is searched once before. */
async function timeAll(search: (text: string) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (const text of texts) {
    await search(text);
    const started = performance.now();
    await search(text);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

function row(name: string, ours: readonly number[], peer: readonly number[], part: number): BenchRow {
  const at = (times: readonly number[]) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))]!;
  const [value, peerValue] = [at(ours), at(peer)];
  return {
    name: `search of 1 million entries, ${name}`,
    value,
    unit: 'ms',
    peer: 'without the index',
    peerValue,
    ratio: peerValue / value,
    target: part === 0.5 ? 50 : null,
  };
}
