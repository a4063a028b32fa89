import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { Sheet } from '../../system/file/service.ts';

/** The taxonomy as a sheet of a template. */
export const taxonomySheet = (taxonomy: readonly TaxonomyEntry[]): Sheet => ({
  name: 'Taxonomy',
  columns: ['Category', 'Class', 'Type'].map((header) => ({ header, width: 36 })),
  pages: [taxonomy.map((entry) => [entry.category.caption, entry.class?.caption, entry.type?.caption])],
});
