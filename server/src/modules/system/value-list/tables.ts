import type { Generated } from 'kysely';

export interface ValueListTable {
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  /** Text or number. */
  data_type: Generated<'C' | 'N'>;
  categories: Generated<string[]>;
  /** One of the product's own. */
  is_standard: Generated<boolean>;
}

export interface ValueListItemTable {
  id: Generated<number>;
  list_id: number;
  category: string | null;
  position: number;
  value: string;
  caption: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    value_list: ValueListTable;
    value_list_item: ValueListItemTable;
  }
}
