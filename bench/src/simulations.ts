import { setTimeout as delay } from 'node:timers/promises';
import { importPoints } from '@twinward/server/src/series/index.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import type { Instance } from '@twinward/server/src/testing/instance.ts';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';
import { ended, simulate } from './simulate.ts';

const minute = 60_000;
const minutesPerYear = 525_600;
const years = 5;
const start = Date.UTC(2019, 0, 1);
const end = start + years * minutesPerYear * minute;
const queued = 100;
/** Between two calls of a twin's page; ms. */
const pause = 50;
/** How long such a call may take for 95 of 100; ms. */
const limit = 300;

const thresholds = [
  { name: 'Any', level: 250, logic: '[A] > 88 OR [B] > 88 OR [C] > 88' },
  { name: 'Mean', level: 500, logic: 'AVERAGE([A], #1d) > 58 AND [B] > 60' },
  { name: 'Highest', level: 750, logic: 'MAX([C], #8h) > 95', onDelay: 600_000 },
];

/**
 * Simulations of the built product: one protection over 3 tags with five years of minutes, from the store to the
 * stored result; and a hundred queued at once, while somebody looks at the twin's page.
 */
export async function simulationsBench(): Promise<BenchRow[]> {
  return withProduct(async ({ instance, signIn }) => {
    const client = await signIn();
    const { twinId, protectionIds } = await seed(instance);
    const one = protectionIds[0]!;
    await simulate(client, { twinId, indicatorId: one, startTime: start, endTime: end });
    const { points, milliseconds, readingMilliseconds } = (await ended(client, one)).stats!;

    const idle: number[] = [];
    for (let call = 0; call < 100; call++) idle.push(await lookAt(client, twinId));
    const begun = performance.now();
    // The last year of each.
    for (const indicatorId of protectionIds) {
      const startTime = end - minutesPerYear * minute;
      await simulate(client, { twinId, indicatorId, startTime, endTime: end });
    }
    const busy: number[] = [];
    let isDone = false;
    const all = (async () => {
      for (const id of protectionIds) await ended(client, id);
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
        name: 'simulating 3 tags x 5 years of minutes, from the store to the stored result',
        value: points / milliseconds / 1000,
        unit: 'million points/s',
        peer: 'reading them alone',
        peerValue: points / readingMilliseconds / 1000,
        ratio: readingMilliseconds / milliseconds,
        target: null,
      },
      {
        name: `${queued} simulations of a year of minutes of 3 tags, queued at once`,
        value: elapsed,
        unit: 's',
        peer: 'as many as fast as the one of 5 years',
        peerValue: (queued * milliseconds) / years / 1000,
        ratio: (queued * milliseconds) / years / 1000 / elapsed,
        target: null,
      },
      {
        name: 'a call of the twin’s page meanwhile, 95th percentile',
        value: percentile(busy, 0.95),
        unit: 'ms',
        peer: `limit; ${percentile(idle, 0.95).toFixed(1)} ms before`,
        peerValue: limit,
        ratio: limit / percentile(busy, 0.95),
        target: 1,
      },
    ];
  });
}

function seed(instance: Instance): Promise<{ twinId: number; protectionIds: number[] }> {
  return instance.withTenant('demo', async ({ db }) => {
    const assetId = await makeAsset(db);
    const tagIds: number[] = [];
    for (let tag = 0; tag < 3; tag++) tagIds.push(await makeTag(db, { assetIds: [assetId] }));
    for (const [tag, tagId] of tagIds.entries()) {
      for (let year = 0; year < years; year++) await importPoints(db, [pointsOf(tag, tagId, year)]);
    }
    const names = ['A', 'B', 'C'];
    const twinId = await makeTwin(db, {
      assetId,
      active: false,
      aliases: names.map((name, tag) => ({ name, type: 'data_point' as const, mappedTagId: tagIds[tag]! })),
    });
    const protectionIds: number[] = [];
    while (protectionIds.length < queued) {
      protectionIds.push(await makeProtection(db, { twinId, thresholds, active: false }));
    }
    return { twinId, protectionIds };
  });
}

/** A year of a sensor that swings by day and wanders, in tenths. */
function pointsOf(tag: number, tagId: number, year: number) {
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

/** Milliseconds that a call of the twin's page takes. */
async function lookAt(client: Client, twinId: number): Promise<number> {
  const begun = performance.now();
  await client.call('GET', `/api/twins/${twinId}`);
  return performance.now() - begun;
}
