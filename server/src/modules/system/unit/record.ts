import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import type { CategoryRow, UnitRow } from './store.ts';

export const toUnit = (row: UnitRow): Unit => ({
  id: row.id,
  categoryId: row.category_id,
  code: row.code,
  name: row.name,
  abbreviation: row.abbreviation,
  description: row.description,
  isStandard: row.is_standard,
  factor: row.factor,
  offset: row.shift,
  isDeprecated: row.is_deprecated,
  version: row.version,
});

export const toCategory = (row: CategoryRow): UnitCategory => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isStandard: row.is_standard,
  baseUnitId: row.base_unit_id,
  version: row.version,
});
