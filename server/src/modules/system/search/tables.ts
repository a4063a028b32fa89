import type { SearchType } from '@twinward/contracts/core/search';

/** Kept by triggers: nothing here is written by hand. */
export interface SearchEntryTable {
  type: SearchType;
  record_id: number;
  name: string;
  detail: string;
  /** In lower case. */
  search_text: string;
  asset_id: number | null;
  twin_id: number | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    search_entry: SearchEntryTable;
  }
}
