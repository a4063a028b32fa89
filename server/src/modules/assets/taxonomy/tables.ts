/** An entry of the taxonomy, with the captions of what stands above it. */
export interface TaxonomyEntryView {
  id: number;
  category_id: number;
  category: string;
  class_id: number | null;
  class: string | null;
  type_id: number | null;
  type: string | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    taxonomy_entry: TaxonomyEntryView;
  }
}
