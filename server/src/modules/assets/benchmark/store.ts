import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { BenchmarkTable } from '../../../platform/database/generated/rows.ts';

function benchmarkQuery(db: Db) {
  return db
    .selectFrom('benchmark')
    .innerJoin('taxonomy_entry', 'taxonomy_entry.id', 'benchmark.taxonomy_id')
    .selectAll(['benchmark', 'taxonomy_entry']);
}
export type BenchmarkRow = Awaited<ReturnType<ReturnType<typeof benchmarkQuery>['execute']>>[number];

export function selectBenchmarks(db: Db): Promise<BenchmarkRow[]> {
  return benchmarkQuery(db)
    .orderBy('category')
    .orderBy('class', (order) => order.asc().nullsFirst())
    .orderBy('type', (order) => order.asc().nullsFirst())
    .execute();
}

/** Selects the entry's own benchmark. */
export async function selectOwnBenchmark(db: Db, taxonomyId: number): Promise<BenchmarkRow | null> {
  const query = benchmarkQuery(db).where('taxonomy_id', '=', taxonomyId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Selects the benchmark that applies to each entry: its own, or the nearest above it. */
export function selectNearest(db: Db, taxonomyIds: readonly number[]) {
  return db
    .selectFrom('benchmark_of_taxonomy')
    .selectAll()
    .where(sql<SqlBool>`taxonomy_id = any(${taxonomyIds}::int[])`)
    .execute();
}

/** Locks an entry until the transaction ends (`FOR NO KEY UPDATE`), and returns its captions. */
export async function lockEntry(db: Db, taxonomyId: number) {
  await sql`select from taxonomy where id = ${taxonomyId} for no key update`.execute(db);
  const query = db.selectFrom('taxonomy_entry').selectAll().where('id', '=', taxonomyId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function upsertBenchmark(
  db: Db,
  row: Omit<Insertable<BenchmarkTable>, 'version'>,
): Promise<void> {
  await db
    .insertInto('benchmark')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('taxonomy_id').doUpdateSet({ ...row, version: sql`benchmark.version + 1` }),
    )
    .execute();
}

export async function deleteBenchmarkRow(db: Db, taxonomyId: number): Promise<void> {
  await db.deleteFrom('benchmark').where('taxonomy_id', '=', taxonomyId).execute();
}
