import { newIndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { findSimilar } from '@twinward/server/src/modules/proof/pattern-search/run.ts';
import { createPatternSetIn } from '@twinward/server/src/modules/protections/pattern-model/service.ts';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import { importPoints } from '@twinward/server/src/series/index.ts';
import { createCall } from '@twinward/server/src/testing/commands.ts';
import { makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import '@twinward/server/src/subscriptions.ts';
import { atMost, type BenchContext, type BenchRow, processorSeconds } from '../row.ts';

const inputs = 10;
const minutes = 525_600;
const minute = 60_000;
const begin = Date.UTC(2024, 0, 1);
const day = 24 * 60 * minute;

/**
 * Measures finding stretches similar to one of a day in a year of minutes: reading the points and comparing, in
 * processor seconds without the database.
 */
export async function similarBench({ database, connectionString }: BenchContext): Promise<BenchRow[]> {
  const { db } = database;
  const names = Array.from({ length: inputs }, (_, index) => `Input ${index}`);
  const tagIds: number[] = [];
  for (const _ of names) tagIds.push(await makeTag(db));
  const times = Float64Array.from({ length: minutes }, (_, index) => begin + index * minute);
  for (const [index, tagId] of tagIds.entries()) {
    const values = times.map((_, i) => Math.sin(i / 1000 + index) + Math.cos(7 * i));
    await withTransaction(db, (trx) => importPoints(trx, [{ tagId, times, values }]));
  }
  const twinId = await makeTwin(db, {
    aliases: names.map((name, index) => ({ name, type: 'data_point', mappedTagId: tagIds[index]! })),
  });
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'Any', logic: names.map((name) => `[${name}] > 100`).join(' OR '), level: 500 }],
  });
  const setId = await withTransaction(db, (trx) =>
    createPatternSetIn(trx, protectionId, newIndicatorPattern.parse({})),
  );
  const start = begin + 100 * day;
  const search = { setId, start, end: start + day, count: 10 };
  const before = processorSeconds();
  const { stretches } = await findSimilar.run(
    createCall({ name: 'bench', ...database, connectionString } as Tenant, { input: search }),
  );
  const seconds = processorSeconds() - before;
  if ((stretches as unknown[]).length !== search.count) throw new Error('Too few stretches were found.');
  return [atMost(`similar stretches in a year of minutes of ${inputs} inputs`, seconds, 's', 10)];
}
