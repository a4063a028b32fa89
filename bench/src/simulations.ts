import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@twinward/server/src/platform/database/database.ts';
import { importPoints, readPoints } from '@twinward/server/src/series/index.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import type { Instance } from '@twinward/server/src/testing/instance.ts';
import { copyText } from './copy-text.ts';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';
import { ended, simulate } from './simulate.ts';

const minute = 60_000;
const minutesPerYear = 525_600;
const years = 10;
const start = Date.UTC(2014, 0, 1);
const end = start + years * minutesPerYear * minute;
const queueLength = 100;
/** Pause between two calls of a twin's page, in ms. */
const pause = 50;
/** Maximum 95th percentile of such a call, in ms. */
const callLimit = 300;
/** Maximum duration of the queued simulations, in s. */
const queuedLimit = 30;

/** Logics with few and many excursions in ten years (1,003 and 98,803), and their maximum duration in seconds. */
const logics = [
  { found: 'a thousand', limit: 2, thresholds: [{ name: 'Rare', level: 250, logic: rare('A', 'B', 'C') }] },
  {
    found: 'a hundred thousand',
    limit: 4,
    thresholds: [
      { name: 'Any', level: 250, logic: '[A] > 99 OR [B] > 99 OR [C] > 99' },
      { name: 'Mean', level: 500, logic: 'AVERAGE([A], #1d) > 58 AND [B] > 97' },
      { name: 'Highest', level: 750, logic: 'MAX([C], #8h) > 95', onDelay: 600_000 },
    ],
  },
] as const;

/** Queued logics: as dense as the denser one above, and much denser ones, which have no limit. */
const queues = [
  { found: 'ten thousand', limit: queuedLimit, thresholds: logics[1].thresholds },
  {
    found: 'forty thousand',
    limit: null,
    thresholds: [
      { name: 'Any', level: 250, logic: '[A] > 88 OR [B] > 88 OR [C] > 88' },
      { name: 'Mean', level: 500, logic: 'AVERAGE([A], #1d) > 58 AND [B] > 60' },
      { name: 'Highest', level: 750, logic: 'MAX([C], #8h) > 95', onDelay: 600_000 },
    ],
  },
] as const;

function rare(...names: string[]): string {
  return names.map((name) => `AVERAGE([${name}], #1h) > 90.3`).join(' AND ');
}

interface Seeded {
  twinId: number;
  tagIds: number[];
  /** One of each of `logics`. */
  single: number[];
  /** A hundred of each of `queues`. */
  queued: number[][];
}

/**
 * Measures simulations of the built product: one protection over 3 tags with ten years of minutes, from the store to
 * the stored result, against reading the points and a COPY of as many excursions into a temporary table; and twice a
 * hundred queued simulations of the last year, while a user opens the twin's page.
 */
export async function simulationsBench(): Promise<BenchRow[]> {
  return withProduct(async ({ instance, signIn }) => {
    const client = await signIn();
    const seeded = await seed(instance);
    const rows: BenchRow[] = [];
    for (const [index, { found, limit }] of logics.entries()) {
      const indicatorId = seeded.single[index]!;
      const { twinId, tagIds } = seeded;
      await simulate(client, { twinId, indicatorId, startTime: start, endTime: end });
      const { excursions, milliseconds } = (await ended(client, indicatorId)).stats!;
      const seconds = milliseconds / 1000;
      const name = `simulating 3 tags x 10 years of minutes with ${found} excursions (${excursions})`;
      const bare = await readAndCopy(instance, tagIds, excursions);
      const figure = { name, value: seconds, unit: 's' };
      rows.push({ ...figure, peer: 'limit', peerValue: limit, ratio: limit / seconds, target: 1 });
      rows.push({
        ...figure,
        peer: 'reading the points, and COPY of the excursions into a temporary table',
        peerValue: bare,
        ratio: bare / seconds,
        target: null,
      });
    }
    for (const index of queues.keys()) {
      // Waits for the user's rate limit of costly calls.
      if (index > 0) await delay(minute);
      rows.push(...(await simulateQueued(client, seeded, index)));
    }
    return rows;
  });
}

async function simulateQueued(
  client: Client,
  { twinId, queued }: Seeded,
  index: number,
): Promise<BenchRow[]> {
  const { found, limit } = queues[index]!;
  const many = queued[index]!;
  const idle: number[] = [];
  for (let call = 0; call < 100; call++) idle.push(await lookAt(client, twinId));
  const begun = performance.now();
  for (const indicatorId of many) {
    const startTime = end - minutesPerYear * minute;
    await simulate(client, { twinId, indicatorId, startTime, endTime: end });
  }
  const busy: number[] = [];
  let isDone = false;
  const all = (async () => {
    for (const id of many) await ended(client, id);
    isDone = true;
  })();
  while (!isDone) {
    busy.push(await lookAt(client, twinId));
    await delay(pause);
  }
  await all;
  const elapsed = (performance.now() - begun) / 1000;
  return [
    {
      name: `${many.length} simulations of a year of minutes of 3 tags with ${found} excursions each, queued at once`,
      value: elapsed,
      unit: 's',
      peer: limit === null ? 'the limit of fewer excursions' : 'limit',
      peerValue: queuedLimit,
      ratio: queuedLimit / elapsed,
      target: limit === null ? null : 1,
    },
    {
      name: `a call of the twin’s page meanwhile (${found}), 95th percentile`,
      value: percentile(busy, 0.95),
      unit: 'ms',
      peer: `limit; ${percentile(idle, 0.95).toFixed(1)} ms before`,
      peerValue: callLimit,
      ratio: callLimit / percentile(busy, 0.95),
      target: 1,
    },
  ];
}

function seed(instance: Instance): Promise<Seeded> {
  return instance.withTenant('demo', async ({ db }) => {
    const assetId = await makeAsset(db);
    const tagIds: number[] = [];
    for (let tag = 0; tag < 3; tag++) tagIds.push(await makeTag(db, { assetIds: [assetId] }));
    for (const [tag, tagId] of tagIds.entries()) {
      for (let year = 0; year < years; year++) await importPoints(db, [createPoints(tag, tagId, year)]);
    }
    const names = ['A', 'B', 'C'];
    const twinId = await makeTwin(db, {
      assetId,
      active: false,
      aliases: names.map((name, tag) => ({ name, type: 'data_point' as const, mappedTagId: tagIds[tag]! })),
    });
    const create = (thresholds: readonly object[]) =>
      makeProtection(db, { twinId, thresholds: thresholds as never, active: false });
    const single: number[] = [];
    for (const { thresholds } of logics) single.push(await create(thresholds));
    const queued: number[][] = [];
    for (const { thresholds } of queues) {
      const many: number[] = [];
      while (many.length < queueLength) many.push(await create(thresholds));
      queued.push(many);
    }
    return { twinId, tagIds, single, queued };
  });
}

/** A year of a sensor with a daily oscillation and a drift, in tenths. */
function createPoints(tag: number, tagId: number, year: number) {
  const times = new Float64Array(minutesPerYear);
  const values = new Float64Array(minutesPerYear);
  let state = tag * 100 + year + 1;
  for (let i = 0; i < minutesPerYear; i++) {
    state = (state * 48_271) % 2_147_483_647;
    times[i] = start + (year * minutesPerYear + i) * minute;
    values[i] = Math.round(500 + 300 * Math.sin(i / 229) + (state % 200)) / 10;
  }
  return { tagId, times, values };
}

/** Returns the seconds to read all points of tags, by month, and to COPY rows as wide as excursions. */
function readAndCopy(instance: Instance, tagIds: readonly number[], excursions: number): Promise<number> {
  return instance.withTenant('demo', async ({ connectionString }) => {
    const text = Array.from({ length: excursions }, (_, index) => {
      const time = new Date(start + index * minute).toISOString();
      return `1\t0\t0\t${time}\t${time}\t${time}\t${time}\n`;
    }).join('');
    // A single connection, because the temporary table belongs to it.
    const { db, pool } = createDatabase(connectionString, { work: 'job', max: 1 });
    try {
      await pool.query(`create temporary table bench_excursion (simulation_id int, variant smallint,
        threshold smallint, start_at timestamptz, end_at timestamptz, start_known_at timestamptz,
        end_known_at timestamptz)`);
      const begun = performance.now();
      const month = 43_200 * minute;
      for (let from = start; from < end; from += month) {
        for (const tagId of tagIds) await readPoints(db, tagId, from, Math.min(end, from + month));
      }
      await copyText(pool, 'copy bench_excursion from stdin', text);
      return (performance.now() - begun) / 1000;
    } finally {
      await db.destroy();
    }
  });
}

/** Milliseconds that a call of the twin's page takes. */
async function lookAt(client: Client, twinId: number): Promise<number> {
  const begun = performance.now();
  await client.call('GET', `/api/twins/${twinId}`);
  return performance.now() - begun;
}
