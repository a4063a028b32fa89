import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Db } from './database.ts';
import { analyzeGrownTables } from './statistics.ts';
import { withTransaction } from './transaction.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const insertAssets = (db: Db, count: number) =>
  sql`insert into asset (unique_id, asset_name)
    select gen_random_uuid()::text, 'Pump' from generate_series(1, ${count}::int)`.execute(db);

/** Returns the number of assets that the planner assumes. */
async function knownAssets(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::int as count from pg_class where relname = 'asset'`.execute(db);
  return rows[0]!.count;
}

it('include the rows that the open transaction has inserted, and are updated once their number has doubled', async () => {
  const counts = await withTransaction(test.db, async (db) => {
    await insertAssets(db, 2000);
    await analyzeGrownTables(db);
    const first = await knownAssets(db);
    await insertAssets(db, 500);
    await analyzeGrownTables(db);
    const unchanged = await knownAssets(db);
    await insertAssets(db, 3000);
    await analyzeGrownTables(db);
    return { first, unchanged, last: await knownAssets(db) };
  });
  expect(counts).toEqual({ first: 2000, unchanged: 2000, last: 5500 });
});

it('are updated for a table that is assumed to be empty because other rows were rolled back', async () => {
  await asOwner(test, 'delete from asset');
  await expect(
    withTransaction(test.db, async (db) => {
      await insertAssets(db, 2000);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await asOwner(test, 'analyze asset');
  expect(await knownAssets(test.db)).toBe(0);
  const known = await withTransaction(test.db, async (db) => {
    await insertAssets(db, 1000);
    await analyzeGrownTables(db);
    return knownAssets(db);
  });
  expect(known).toBe(1000);
});
