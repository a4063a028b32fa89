import type { Generated } from 'kysely';

export interface UnitCategoryTable {
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  is_standard: Generated<boolean>;
}

export interface UnitTable {
  id: Generated<number>;
  category_id: number;
  /** UCUM, case sensitive */
  code: string;
  name: string;
  abbreviation: string;
  description: Generated<string>;
  is_standard: Generated<boolean>;
  is_base: Generated<boolean>;
  /** A value in the category's base unit is (value + shift) * factor. */
  factor: number;
  shift: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    unit_category: UnitCategoryTable;
    unit: UnitTable;
  }
}
