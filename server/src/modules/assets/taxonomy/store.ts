import type { Db } from '../../../platform/database/database.ts';
import type { TaxonomyEntryView } from '../../../platform/database/generated/rows.ts';

/** All entries with their own benchmarks, parents first. */
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
