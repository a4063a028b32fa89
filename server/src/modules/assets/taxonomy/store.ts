import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { TaxonomyEntryView } from '../../../platform/database/generated/rows.ts';

/** Selects all entries with their own benchmarks, parents first. */
export function selectTaxonomy(db: Db) {
  return db
    .selectFrom('taxonomy_entry')
    .leftJoin('benchmark', 'benchmark.taxonomy_id', 'taxonomy_entry.id')
    .selectAll('taxonomy_entry')
    .select(['score', 'distribution', 'mtbf_days', 'shape'])
    .orderBy('category')
    .orderBy('class', (order) => order.asc().nullsFirst())
    .orderBy('type', (order) => order.asc().nullsFirst())
    .execute();
}

export function selectTaxonomyEntries(db: Db, ids: readonly number[]): Promise<TaxonomyEntryView[]> {
  return db.selectFrom('taxonomy_entry').selectAll().where('id', 'in', ids).execute();
}

/** Selects the entry with these captions; null if none exists. */
export async function selectTaxonomyPath(
  db: Db,
  category: string,
  ofClass: string | null,
  type: string | null,
): Promise<TaxonomyEntryView | null> {
  const row = await db
    .selectFrom('taxonomy_entry')
    .selectAll()
    .where('category', '=', category)
    .where(sql<boolean>`class is not distinct from ${ofClass}`)
    .where(sql<boolean>`type is not distinct from ${type}`)
    .executeTakeFirst();
  return row ?? null;
}
