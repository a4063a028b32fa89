import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import { appendPoints } from '@twinward/server/src/series/index.ts';
import { makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import { sql } from 'kysely';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';

const minute = 60_000;
const rounds = 40;
const quietProtections = 20;
const hostileProtections = 4;
const hostilePoints = 100_000;
/** The maximum number of windows in one text. */
const windows = Array.from({ length: 100 }, (_, index) => `STDDEV([Flow], #${index + 1}m)`).join(' + ');

/**
 * Measures the evaluation lag of a tenant while protections of another tenant with a hundred windows are evaluated over
 * 100,000 points, against its lag without the other tenant.
 */
export async function neighborBench(): Promise<BenchRow[]> {
  return withProduct(({ instance }) =>
    instance.withTenant('demo', async (quiet) => {
      const watched = await watch(quiet, quietProtections, '[Flow] > 90');
      await lags(quiet, watched, 5);
      const alone = percentile(await lags(quiet, watched, rounds), 0.95);
      return instance.withTenant('hostile', async (hostile) => {
        const { tagId } = await watch(hostile, hostileProtections, `${windows} > 3`);
        const first = Date.now() - hostilePoints * minute;
        const times = Float64Array.from({ length: hostilePoints }, (_, index) => first + index * minute);
        await appendPoints(hostile.db, [
          { tagId, times, values: times.map((_, index) => index % 7), qualities: null },
        ]);
        await isAtWork(hostile);
        const beside = percentile(await lags(quiet, watched, rounds), 0.95);
        await isAtWork(hostile);
        return [
          {
            name: 'evaluation lag, 95 of 100, beside a tenant of costly protections',
            value: beside,
            unit: 'ms',
            peer: 'alone',
            peerValue: alone,
            ratio: alone / beside,
            target: null,
          },
        ];
      });
    }),
  );
}

interface Watched {
  tagId: number;
  protections: number;
}

/** Makes protections of one tag. */
async function watch({ db }: Tenant, protections: number, logic: string): Promise<Watched> {
  const tagId = await makeTag(db);
  for (let index = 0; index < protections; index++) {
    const aliases = [{ name: 'Flow', type: 'data_point' as const, mappedTagId: tagId }];
    const twinId = await makeTwin(db, { aliases });
    await makeProtection(db, { twinId, thresholds: [{ name: 'High', logic, level: 250 }] });
  }
  return { tagId, protections };
}

/** Waits until an evaluation of more than one batch is running. */
async function isAtWork({ db }: Tenant): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from evaluation_due where parked is not null`.execute(db);
    if (rows.length > 0) return;
    await delay(100);
  }
}

/** Returns the ms from storing a point to its evaluation by all protections, for a point each half second. */
async function lags({ db }: Tenant, { tagId, protections }: Watched, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < count; round++) {
    const time = Date.now();
    await appendPoints(db, [{ tagId, times: [time], values: [40 + (round % 20)] }]);
    const begun = performance.now();
    for (;;) {
      const { rows } = await sql<{ count: number }>`
        select count(*) from protection where evaluated_at >= ${new Date(time)}`.execute(db);
      if (rows[0]!.count === protections) break;
      await delay(2);
    }
    found.push(performance.now() - begun);
    await delay(500);
  }
  return found;
}
