import type { Db } from '../../platform/database.ts';
import type { TaxonomyEntryView } from './tables.ts';

/** Every entry, those without a class or type before those with one. */
export function findTaxonomy(db: Db): Promise<TaxonomyEntryView[]> {
  return db
    .selectFrom('taxonomy_entry')
    .selectAll()
    .orderBy('category')
    .orderBy('class', (order) => order.asc().nullsFirst())
    .orderBy('type', (order) => order.asc().nullsFirst())
    .execute();
}

export function findTaxonomyEntries(db: Db, ids: readonly number[]): Promise<TaxonomyEntryView[]> {
  return db.selectFrom('taxonomy_entry').selectAll().where('id', 'in', ids).execute();
}
